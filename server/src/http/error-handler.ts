import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorResponse, SimpleErrorName } from '@lop-xanh/contract/errors';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../database/postgres-errors.ts';
import { errorResponses } from '../metrics/events.ts';
import { AppError } from './app-error.ts';

const defaultRetryAfterSeconds = 5;

/** Errors that Fastify and its plugins throw. */
const errorNameByStatus: Record<number, SimpleErrorName> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many_requests',
  503: 'unavailable',
};

/** Sends every error, expected or not, in one shape. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toAppError(thrown);
  if (hasHungUp(request)) request.log.info('the client hung up');
  else {
    errorResponses.inc({ status: error.status, reason: error.reason });
    if (error.status >= 500) request.log.error({ err: thrown }, 'request failed');
  }
  if (isSecurityRelevant(error)) {
    request.log.info(
      { code: error.code, user: request.actor?.id, address: request.ip },
      'request rejected',
    );
  }
  const retryAfter =
    error.retryAfterSeconds ?? (error.status === 503 ? defaultRetryAfterSeconds : null);
  if (retryAfter !== null) reply.header('retry-after', retryAfter);
  const response: ErrorResponse = {
    message: error.file === undefined ? error.message : `${error.file}: ${error.message}`,
    code: error.code,
    reason: error.reason,
    ...(error.values && { values: error.values }),
    ...(error.file !== undefined && { file: error.file }),
    ...(error.issues && { issues: error.issues }),
    ...(error.status >= 500 && { requestId: request.id }),
    ...(error.isAlreadyDone && { alreadyDone: true }),
  };
  reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(response);
}

/**
 * A message that Node cannot parse never becomes a request, so the error goes straight to the socket,
 * which is then closed. A client that timed out gets no response and may retry. Neither does a connection
 * that already carries a response, which may not be complete.
 */
export function rejectMalformedRequest(
  { code: errorCode }: Pick<ConnectionError, 'code'>,
  socket: Socket,
): void {
  const isSilent = errorCode === 'ERR_HTTP_REQUEST_TIMEOUT' || socket.bytesWritten > 0;
  if (isSilent || !socket.writable) return void socket.destroy();
  const { message, code, reason, status } = new AppError(
    errorCode === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid_input',
  );
  const body = JSON.stringify({ message, code, reason } satisfies ErrorResponse);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}

/** Then the rest of the request never arrives, and what fails because of that is nobody else's fault. */
function hasHungUp({ raw }: FastifyRequest): boolean {
  return (raw.errored as NodeJS.ErrnoException | null)?.code === 'ECONNRESET';
}

/** A failed login is logged without the username: users sometimes type their password there. */
function isSecurityRelevant({ status, reason }: AppError): boolean {
  return status === 401 || status === 403 || status === 429 || reason === 'wrong_code';
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as FastifyError;
  if (isDatabaseAway(thrown)) return new AppError('unavailable', { cause: thrown });
  const name = errorNameByStatus[error?.statusCode ?? 0];
  if (name) return new AppError(name, { cause: thrown });
  const isClientError = error?.statusCode !== undefined && error.statusCode < 500;
  return new AppError(isClientError ? 'invalid_input' : 'internal', { cause: thrown });
}
