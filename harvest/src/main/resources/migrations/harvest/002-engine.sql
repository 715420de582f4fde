-- A harvest that somebody asked for, from its message to its last status.
--
-- message      sealed, because it may hold credentials; emptied when the harvest has ended
-- scope        whose marks and gaps it works with: the collection's, or its own when it is not incremental
-- ticket       names the one job that may run it; next_ticket the job that shall take its place
-- epoch        grows with every worker that takes it; who writes with an old one finds its right gone
-- fruitless    how often it was taken since something was captured
-- sequence     of the last status
-- captured_to  for streams: up to here everything was received
CREATE TABLE runs (
  id          TEXT PRIMARY KEY,
  platform    TEXT NOT NULL,
  type        TEXT NOT NULL,
  start_key   TEXT NOT NULL,
  scope       TEXT NOT NULL,
  message     ${bytes} NOT NULL,
  state       TEXT NOT NULL,
  ticket      TEXT NOT NULL,
  next_ticket TEXT,
  epoch       BIGINT NOT NULL,
  fruitless   BIGINT NOT NULL,
  sequence    BIGINT NOT NULL,
  warcs       BIGINT NOT NULL,
  warc_bytes  BIGINT NOT NULL,
  holder      TEXT,
  received_at BIGINT NOT NULL,
  started_at  BIGINT,
  ended_at    BIGINT,
  captured_to BIGINT
);

CREATE INDEX runs_by_state ON runs (state);

-- Items by day and label, as statuses tell them.
CREATE TABLE run_stats (
  run   TEXT NOT NULL,
  day   TEXT NOT NULL,
  item  TEXT NOT NULL,
  items BIGINT NOT NULL,
  PRIMARY KEY (run, day, item)
);

CREATE TABLE run_notes (
  run     TEXT NOT NULL,
  number  BIGINT NOT NULL,
  level   TEXT NOT NULL,
  code    TEXT NOT NULL,
  message TEXT NOT NULL,
  seed    TEXT,
  PRIMARY KEY (run, number)
);

-- Tokens and uids that were found and not told yet.
CREATE TABLE run_names (
  run   TEXT NOT NULL,
  kind  TEXT NOT NULL,
  seed  TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, kind, seed)
);

-- Seeds that need no more work in this harvest.
CREATE TABLE run_seeds (
  run  TEXT NOT NULL,
  seed TEXT NOT NULL,
  PRIMARY KEY (run, seed)
);

-- URLs found in posts, by the digest of the URL; sent ones stay so that they are not sent twice.
CREATE TABLE run_links (
  run    TEXT NOT NULL,
  digest TEXT NOT NULL,
  url    TEXT,
  PRIMARY KEY (run, digest)
);

-- WARCs of a harvest that are being written or have not been told of.
CREATE TABLE run_warcs (
  run  TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (run, path)
);

-- Asked to stop, whether or not the harvest is known here yet.
CREATE TABLE run_stops (
  run      TEXT PRIMARY KEY,
  asked_at BIGINT NOT NULL
);

-- Up to here everything has been captured, but for the gaps.
CREATE TABLE marks (
  scope    TEXT NOT NULL,
  subject  TEXT NOT NULL,
  position TEXT NOT NULL,
  moved_at BIGINT NOT NULL,
  PRIMARY KEY (scope, subject)
);

-- What is missing: an interval of a subject's items by positions, or the time for which a stream was not heard.
CREATE TABLE gaps (
  id         ${identity},
  scope      TEXT NOT NULL,
  subject    TEXT NOT NULL,
  run        TEXT NOT NULL,
  seed       TEXT,
  newer_than TEXT,
  down_from  TEXT,
  from_time  BIGINT,
  to_time    BIGINT,
  state      TEXT NOT NULL,
  reason     TEXT,
  opened_at  BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);

CREATE INDEX gaps_by_subject ON gaps (scope, subject, state);
CREATE INDEX gaps_by_run ON gaps (run);

-- What platforms say of their quotas; remaining is less what nodes have taken for calls to come.
CREATE TABLE quotas (
  credential    TEXT NOT NULL,
  family        TEXT NOT NULL,
  label         TEXT NOT NULL,
  calls         BIGINT NOT NULL,
  remaining     BIGINT NOT NULL,
  reset_at      BIGINT,
  blocked_until BIGINT,
  seen_at       BIGINT NOT NULL,
  PRIMARY KEY (credential, family)
);
