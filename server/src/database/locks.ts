/** PostgreSQL advisory locks. Their numbers are shared by the whole database, so they are listed together. */
export const locks = {
  /** Held by the server that owns the embedded cluster, for as long as it runs. */
  owner: 1_247_001,
  /** Servers that start at the same time migrate one after another. */
  migration: 1_247_002,
  demo: 1_247_003,
  cleanup: 1_247_004,
  /** Servers that start at the same time pair the database with the storage one after another. */
  storage: 1_247_005,
  admins: 1_247_006,
} as const;
