-- PostgreSQL only: the embedded queue has its own files.
CREATE TABLE queue_namespaces (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);

-- A value stands for the ten thousand numbers from it on; nodes number what they schedule from blocks of their own.
CREATE SEQUENCE queue_arrivals INCREMENT BY 10000;

-- A job that waits or is under a lease. No index has a column that taking or extending changes, so both are updates
-- within the page (HOT) as long as it has room, which the fill factor keeps; finished rows are collected early and
-- without pauses, and their room is used again. So the table is as large as what is pending and what passes between two
-- visits of autovacuum, which comes when 5,000 rows and a fiftieth of the table have changed, at most once in
-- autovacuum_naptime (a minute, unless the server is told otherwise).
CREATE TABLE queue_jobs (
  id bigint NOT NULL,
  due bigint NOT NULL,
  lease_end bigint NOT NULL DEFAULT 0,
  token bigint NOT NULL DEFAULT 0,
  namespace integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  data bytea NOT NULL,
  reason text
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.5, autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.1,
  toast.autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_cost_delay = 0);

CREATE UNIQUE INDEX queue_jobs_id ON queue_jobs (id);
CREATE INDEX queue_jobs_next ON queue_jobs (namespace, due, id);

CREATE TABLE queue_buried (
  id bigint PRIMARY KEY,
  due bigint NOT NULL,
  namespace integer NOT NULL,
  attempts integer NOT NULL,
  data bytea NOT NULL,
  reason text
);

CREATE INDEX queue_buried_next ON queue_buried (namespace, due, id);
