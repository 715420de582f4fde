/** The contract of the store, run on every database, and tests of its parts. */
