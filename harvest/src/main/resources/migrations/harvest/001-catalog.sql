CREATE TABLE member_groups (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  name_key   TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL
);

CREATE TABLE group_members (
  group_id TEXT NOT NULL REFERENCES member_groups (id) ON DELETE CASCADE,
  operator TEXT NOT NULL,
  role     TEXT NOT NULL,
  PRIMARY KEY (group_id, operator)
);

CREATE INDEX group_members_by_operator ON group_members (operator);

CREATE TABLE collection_sets (
  id          TEXT PRIMARY KEY,
  group_id    TEXT NOT NULL REFERENCES member_groups (id),
  name        TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at  BIGINT NOT NULL
);

CREATE INDEX collection_sets_by_group ON collection_sets (group_id);

-- The fingerprint tells that the same values were entered before; the values themselves are sealed.
CREATE TABLE credentials (
  id          TEXT PRIMARY KEY,
  owner       TEXT NOT NULL,
  platform    TEXT NOT NULL,
  name        TEXT NOT NULL,
  sealed      ${bytes} NOT NULL,
  fingerprint ${bytes} NOT NULL UNIQUE,
  is_active   BOOLEAN NOT NULL,
  created_at  BIGINT NOT NULL
);

CREATE INDEX credentials_by_owner ON credentials (owner);

-- home_set_id is the set under whose directory the files are; it stays when the collection moves to another set.
-- touched grows with every change of the collection, its seeds and its harvests: whoever changes one of them changes
-- it first, and so has the collection to itself until the transaction ends.
CREATE TABLE collections (
  id            TEXT PRIMARY KEY,
  set_id        TEXT NOT NULL REFERENCES collection_sets (id),
  home_set_id   TEXT NOT NULL,
  type          TEXT NOT NULL,
  name          TEXT NOT NULL,
  description   TEXT NOT NULL,
  link          TEXT,
  credential_id TEXT REFERENCES credentials (id),
  timing        TEXT NOT NULL,
  starts_at     BIGINT,
  ends_at       BIGINT,
  visibility    TEXT NOT NULL,
  options       TEXT NOT NULL,
  is_on         BOOLEAN NOT NULL,
  is_active     BOOLEAN NOT NULL,
  next_run_at   BIGINT,
  refusal       TEXT,
  touched       BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  deleted_at    BIGINT
);

CREATE INDEX collections_by_set ON collections (set_id);
CREATE INDEX collections_by_credential ON collections (credential_id);
CREATE INDEX collections_due ON collections (next_run_at) WHERE is_on;
CREATE INDEX collections_ending ON collections (ends_at) WHERE is_on;

-- The keys are in lower case, empty where there is no token or no uid. told_* name the harvest that last told of it and
-- the numbers of the statuses that did.
CREATE TABLE seeds (
  id            TEXT PRIMARY KEY,
  collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
  token         TEXT,
  uid           TEXT,
  token_key     TEXT NOT NULL,
  uid_key       TEXT NOT NULL,
  is_active     BOOLEAN NOT NULL,
  told_harvest  TEXT,
  told_token    BIGINT,
  told_uid      BIGINT,
  created_at    BIGINT NOT NULL
);

CREATE UNIQUE INDEX seeds_once ON seeds (collection_id, token_key, uid_key);
CREATE INDEX seeds_by_uid ON seeds (collection_id, uid_key);

-- Who changed what, when and why: one row a version. Fields that hold secrets say only that they were changed.
CREATE TABLE changes (
  id            ${identity},
  kind          TEXT NOT NULL,
  subject_id    TEXT NOT NULL,
  collection_id TEXT,
  at            BIGINT NOT NULL,
  actor         TEXT NOT NULL,
  note          TEXT NOT NULL,
  harvest_id    TEXT,
  fields        TEXT NOT NULL
);

CREATE INDEX changes_by_subject ON changes (subject_id, id);
CREATE INDEX changes_by_collection ON changes (collection_id, id);

-- Between which changes a seed was active: with the change a harvest was requested at, it tells the harvest's seeds.
CREATE TABLE seed_spans (
  seed_id     TEXT NOT NULL REFERENCES seeds (id) ON DELETE CASCADE,
  from_change BIGINT NOT NULL,
  to_change   BIGINT,
  PRIMARY KEY (seed_id, from_change)
);

-- change_id is the last change of the collection when the harvest was requested.
CREATE TABLE harvests (
  number            ${identity},
  id                TEXT NOT NULL UNIQUE,
  collection_id     TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
  parent_id         TEXT,
  type              TEXT NOT NULL,
  state             TEXT NOT NULL,
  requested_by      TEXT NOT NULL,
  change_id         BIGINT NOT NULL,
  requested_at      BIGINT NOT NULL,
  started_at        BIGINT,
  ended_at          BIGINT,
  heard_at          BIGINT,
  lost_at           BIGINT,
  stop_requested_at BIGINT,
  stop_sent_at      BIGINT,
  sequence          BIGINT,
  warc_count        BIGINT NOT NULL,
  warc_bytes        BIGINT NOT NULL,
  service           TEXT,
  host              TEXT,
  instance          TEXT
);

CREATE UNIQUE INDEX harvests_one_open ON harvests (collection_id)
  WHERE parent_id IS NULL
    AND state IN ('requested', 'running', 'stop_requested', 'stopping', 'paused', 'lost');
CREATE INDEX harvests_by_collection ON harvests (collection_id, number);
CREATE INDEX harvests_by_parent ON harvests (parent_id);
CREATE INDEX harvests_open ON harvests (state)
  WHERE state IN ('requested', 'running', 'stop_requested', 'stopping', 'paused', 'lost');

CREATE TABLE harvest_stats (
  harvest_id TEXT NOT NULL REFERENCES harvests (id) ON DELETE CASCADE,
  day        TEXT NOT NULL,
  item       TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  PRIMARY KEY (harvest_id, day, item)
);

-- The digest is of level, code, seed and message, so that what is told again is known.
CREATE TABLE harvest_notes (
  harvest_id TEXT NOT NULL REFERENCES harvests (id) ON DELETE CASCADE,
  digest     TEXT NOT NULL,
  level      TEXT NOT NULL,
  place      BIGINT NOT NULL,
  code       TEXT NOT NULL,
  message    TEXT NOT NULL,
  seed_id    TEXT,
  PRIMARY KEY (harvest_id, digest)
);

CREATE TABLE warcs (
  id            TEXT PRIMARY KEY,
  harvest_id    TEXT NOT NULL REFERENCES harvests (id) ON DELETE CASCADE,
  collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
  type          TEXT NOT NULL,
  path          TEXT NOT NULL UNIQUE,
  sha1          TEXT NOT NULL,
  bytes         BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  fixity        TEXT NOT NULL,
  checked_at    BIGINT,
  fixity_detail TEXT
);

CREATE INDEX warcs_by_harvest ON warcs (harvest_id);
CREATE INDEX warcs_by_collection ON warcs (collection_id, created_at);
CREATE INDEX warcs_by_creation ON warcs (created_at, id);
CREATE INDEX warcs_by_check ON warcs ((coalesce(checked_at, 0)), created_at, id);
