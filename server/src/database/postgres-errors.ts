interface PostgresError {
  code?: string;
  constraint?: string;
}

export function isUniqueViolation(error: unknown, index: string): boolean {
  const { code, constraint } = error as PostgresError;
  return code === '23505' && constraint === index;
}

export function isExclusionViolation(error: unknown, name: string): boolean {
  const { code, constraint } = error as PostgresError;
  return code === '23P01' && constraint === name;
}

export function isForeignKeyViolation(error: unknown): boolean {
  return (error as PostgresError).code === '23503';
}

/** A row was changed since the transaction, which reads one moment, has begun. */
export function isSerializationFailure(error: unknown): boolean {
  return (error as PostgresError).code === '40001';
}
