-- Platforms, collections, seeds and WARC files by number, so that a post's row names them in a few bytes.
CREATE TABLE content_names (
  no ${identity},
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (kind, name)
);

CREATE TABLE content_accounts (
  no ${identity},
  platform INTEGER NOT NULL,
  native_id TEXT NOT NULL,
  handle TEXT,
  display_name TEXT,
  named_at BIGINT NOT NULL,
  UNIQUE (platform, native_id)
);

CREATE TABLE content_handles (
  account BIGINT NOT NULL,
  handle TEXT NOT NULL,
  first_at BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  PRIMARY KEY (account, handle)
) ${clustered};

-- What is usual is null: docs/formats/content.md says what each null stands for. Wide columns come first, as
-- PostgreSQL fills up to their alignment.
CREATE TABLE content_posts (
  id ${key},
  author BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  seen_offset BIGINT,
  created_at BIGINT,
  counted_at BIGINT,
  edited_at BIGINT,
  unavailable_since BIGINT,
  first_at BIGINT,
  first_offset BIGINT,
  platform INTEGER NOT NULL,
  seen_warc INTEGER,
  first_warc INTEGER,
  version INTEGER,
  gone INTEGER,
  native_id TEXT NOT NULL,
  text TEXT NOT NULL,
  details TEXT,
  counters ${bytes}
);

CREATE UNIQUE INDEX content_posts_name ON content_posts (platform, native_id);
CREATE INDEX content_posts_author ON content_posts (author, id);

CREATE TABLE content_members (
  collection INTEGER NOT NULL,
  post_id BIGINT NOT NULL,
  seed INTEGER NOT NULL,
  PRIMARY KEY (collection, post_id, seed)
) ${clustered};

-- All observations of a post but the latest, which is in its row.
CREATE TABLE content_observations (
  post_id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  counters ${bytes} NOT NULL,
  PRIMARY KEY (post_id, at)
) ${clustered};

-- What a post said before it was edited; seen_at is when it was last seen to say so.
CREATE TABLE content_versions (
  post_id BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  text TEXT NOT NULL,
  details TEXT,
  PRIMARY KEY (post_id, seen_at)
);

CREATE TABLE content_removals (
  post_id ${key},
  removed_at BIGINT NOT NULL,
  reason TEXT NOT NULL
);
