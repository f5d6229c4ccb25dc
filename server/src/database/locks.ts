/** PostgreSQL's advisory locks: the whole database shares their numbers, so they stand together. */
export const locks = {
  /** Held by the server that owns the cluster for as long as it lives. */
  owner: 1_247_001,
  /** Servers that start at once wait here for one another. */
  migration: 1_247_002,
  demo: 1_247_003,
  sweep: 1_247_004,
  /** Servers that start at once pair the database with the storage one after another. */
  storage: 1_247_005,
  admins: 1_247_006,
} as const;
