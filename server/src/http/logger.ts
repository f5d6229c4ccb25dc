import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';

/** Structured log lines without secrets: no tokens, and no query strings, which may contain names. */
export function createLogger(level: string, stream?: DestinationStream): FastifyBaseLogger {
  const serializers = {
    req: ({ id, method, routeOptions }: FastifyRequest) => ({
      id,
      method,
      route: routeOptions?.url ?? 'none',
    }),
    err: (error: unknown) => toLoggedError(error),
  };
  return pino({ level, serializers }, stream);
}

/** Errors carry more: the `detail` of a PostgreSQL error, for example, quotes the row. */
const loggedFields = ['code', 'constraint', 'schema', 'table', 'column', 'routine', 'syscall'];

/** Deeper causes add nothing, and causes may be circular. */
const maxDepth = 5;

interface LoggedError {
  type: string;
  message: string;
  stack?: string | undefined;
  cause?: LoggedError;
  errors?: LoggedError[];
}

function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { message, stack, cause } = error;
  const fields = Object.entries(error).filter(([name]) => loggedFields.includes(name));
  const hasCause = cause !== undefined && depth < maxDepth;
  const hasErrors = error instanceof AggregateError && depth < maxDepth;
  return {
    type: error.constructor.name,
    message,
    stack,
    ...Object.fromEntries(fields),
    ...(hasCause && { cause: toLoggedError(cause, depth + 1) }),
    ...(hasErrors && { errors: error.errors.map((inner) => toLoggedError(inner, depth + 1)) }),
  };
}
