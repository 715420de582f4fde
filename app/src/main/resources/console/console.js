// The live header, parts of pages that follow events, the switch between light and dark, and questions before what
// cannot be undone.
"use strict";

const byId = (id) => document.getElementById(id);

function chip(text, state) {
  const span = document.createElement("span");
  span.className = "chip" + (state ? " " + state : "");
  span.textContent = text;
  return span;
}

function showStatus(status) {
  byId("live-dot").className = "dot " + (status.ready ? "up" : "down");
  byId("live-node").textContent = status.node;
  byId("live-ready").textContent = status.ready ? "ready" : "not ready";
  byId("live-roles").textContent = status.roles.length + (status.roles.length === 1 ? " role" : " roles");
  byId("live-roles").title = status.roles.join(", ");
  byId("live-backends").replaceChildren(
    ...status.backends.map((b) => chip(`${b.name} · ${b.kind}`, b.up ? "up" : "down")));
  byId("live-depths").replaceChildren(
    ...Object.entries(status.depths).map(([of, count]) => chip(`${of} ${count.toLocaleString("en")}`)));
}

function listen() {
  const source = new EventSource("/api/v1/events");
  source.addEventListener("status", (event) => {
    byId("live").dataset.state = "live";
    showStatus(JSON.parse(event.data));
  });
  for (const part of document.querySelectorAll("[data-follows]")) {
    source.addEventListener(part.dataset.follows, (event) => {
      const { subject } = JSON.parse(event.data);
      if (!part.dataset.subject || subject === part.dataset.subject) refresh(part.id);
    });
  }
  source.addEventListener("error", () => {
    byId("live").dataset.state = "lost";
    byId("live-dot").className = "dot down";
    byId("live-ready").textContent = "no connection";
    // a browser gives up for good on an answer that is no stream: the session may have ended, or a proxy spoke
    if (source.readyState === EventSource.CLOSED) setTimeout(listenAgain, 5000);
  });
  addEventListener("pagehide", () => source.close());
}

function lookNowAndThen() {
  const parts = [...document.querySelectorAll("[data-follows]")];
  setInterval(() => { if (!document.hidden) parts.forEach((part) => refresh(part.id)); }, NOW_AND_THEN);
}

// A part of the page that follows events is fetched anew when one comes, at most once a second, unless someone types in it;
// and now and then without one, since only the node that heard of a thing tells of it.
const NOW_AND_THEN = 15000;
const refreshing = new Map();

function refresh(id) {
  if (refreshing.has(id)) return;
  refreshing.set(id, setTimeout(async () => {
    refreshing.delete(id);
    const answer = await fetch(location.href).catch(() => null);
    if (!answer || !answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
    const stale = byId(id);
    if (fresh && stale && !stale.contains(document.activeElement)) stale.replaceChildren(...fresh.childNodes);
  }, 1000));
}

async function listenAgain() {
  const answer = await fetch("/api/v1/me").catch(() => null);
  if (answer && answer.status === 401) location.reload();
  else listen();
}

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
}

// The navigation is a menu on narrow screens and always open on wide ones.
function fitMenu() {
  const menu = document.querySelector("details.menu");
  const wide = matchMedia("(min-width: 52rem)");
  const fit = () => { menu.open = wide.matches; };
  wide.addEventListener("change", fit);
  fit();
}

// "#token=…" in the address of the sign-in page fills the form; it is never sent to the server as part of an address.
function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    history.replaceState(null, "", location.pathname + location.search);
    if (!byId("with-token")) return;
    byId("with-token").open = true;
    byId("with-token").querySelector("input[name=token]").value = token;
    byId("with-token").querySelector("button").focus();
  }
}

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});

if (byId("live")) {
  byId("theme").addEventListener("click", switchTheme);
  fitMenu();
  listen();
  lookNowAndThen();
}
takeToken();
