-- Messages that are committed and not published yet. A row with a reason is one the bus refused.
CREATE TABLE outbox (
  id          ${identity},
  routing_key TEXT NOT NULL,
  body        ${bytes} NOT NULL,
  expires_at  BIGINT,
  reason      TEXT
);

-- One row: the node that is publishing, nobody when it is empty, and a number that changes as long as the node goes on.
CREATE TABLE outbox_relay (
  holder TEXT NOT NULL,
  beat   BIGINT NOT NULL
);

INSERT INTO outbox_relay (holder, beat) VALUES ('', 0);
