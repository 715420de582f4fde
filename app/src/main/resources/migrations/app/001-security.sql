CREATE TABLE operators (
  name            TEXT PRIMARY KEY,
  access          TEXT NOT NULL,
  password_hash   TEXT,
  oidc_subject    TEXT UNIQUE,
  disabled        BOOLEAN NOT NULL,
  created_at      BIGINT NOT NULL,
  last_sign_in_at BIGINT
);

CREATE TABLE tokens (
  id           TEXT PRIMARY KEY,
  label        TEXT NOT NULL,
  hash         ${bytes} NOT NULL UNIQUE,
  access       TEXT NOT NULL,
  operator     TEXT REFERENCES operators (name) ON DELETE CASCADE,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT,
  last_used_at BIGINT
);

CREATE INDEX tokens_by_operator ON tokens (operator);

CREATE TABLE sessions (
  hash       ${bytes} PRIMARY KEY,
  operator   TEXT REFERENCES operators (name) ON DELETE CASCADE,
  token      TEXT REFERENCES tokens (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  seen_at    BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_operator ON sessions (operator);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE audit (
  id      ${identity},
  at      BIGINT NOT NULL,
  actor   TEXT NOT NULL,
  via     TEXT NOT NULL,
  action  TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail  TEXT NOT NULL
);
