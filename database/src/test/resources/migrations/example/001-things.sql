-- Every type a column may have.
CREATE TABLE things (
  id ${identity},
  name TEXT NOT NULL UNIQUE,
  amount BIGINT,
  ratio DOUBLE PRECISION,
  marked BOOLEAN,
  body ${bytes},
  seen_at BIGINT,
  detail TEXT,
  colour TEXT
);
