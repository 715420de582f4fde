-- A word sealed with the key of this installation, by which a node notices that it was given another.
CREATE TABLE key_check (
  id     BIGINT PRIMARY KEY,
  sealed ${bytes} NOT NULL
);
