interface PostgresError {
  code?: string;
  constraint?: string;
}

/** Whether a statement failed because the unique index of this name already holds such a row. */
export function isClash(error: unknown, index: string): boolean {
  const { code, constraint } = error as PostgresError;
  return code === '23505' && constraint === index;
}

/** Whether a statement failed because a row would refer to what is not there, or no longer. */
export function breaksReference(error: unknown): boolean {
  return (error as PostgresError).code === '23503';
}
