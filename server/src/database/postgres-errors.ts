interface PostgresError {
  code?: string;
  constraint?: string;
}

/** PostgreSQL cannot be used now, as far as we can tell. */
export class DatabaseAwayError extends Error {}

const networkErrors = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What `pg` reports without a code. */
const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered|was closed)/;

/**
 * The same request may succeed later: connection failure, read-only server, serialization failure,
 * deadlock, too many connections, shutdown or statement timeout.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError) return true;
  const { code = '', message = '' } = (error ?? {}) as PostgresError & { message?: string };
  return (
    /^(08|25006|40|53|57)/.test(code) || networkErrors.has(code) || lostConnection.test(message)
  );
}

/** A write was sent to a standby or to a server that has become read-only. */
export function isReadOnlyError(error: unknown): boolean {
  return (error as PostgresError).code === '25006';
}

/** Somebody else held the lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError).code === '55P03';
}

export function isStatementTimeout(error: unknown): boolean {
  return (error as PostgresError).code === '57014';
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

export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return describeError(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
