-- The catalogue.
CREATE TABLE catalog_placeholder (id TEXT PRIMARY KEY);
