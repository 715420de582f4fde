CREATE TABLE notes (
  id BIGINT PRIMARY KEY,
  thing_id BIGINT NOT NULL REFERENCES things (id),
  text TEXT NOT NULL CHECK (length(text) < 1000)
);
CREATE INDEX notes_by_thing ON notes (thing_id);
