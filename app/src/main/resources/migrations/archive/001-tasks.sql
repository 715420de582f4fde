-- Long work on the archive that somebody asked for, and what came of it.
CREATE TABLE archive_tasks (
  id ${identity},
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  actor TEXT NOT NULL,
  request TEXT NOT NULL,
  report TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
