import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  apiErrors,
  type ErrorResponse,
  type FieldIssue,
  type Refusal,
  statusOf,
} from '@lop-xanh/contract/errors';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const secondsUntilRetry = 5;

/** What the framework and its plugins throw by themselves. */
const refusalOf: Record<number, Refusal> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many_requests',
  503: 'unavailable',
};

/** Makes every refusal and every fault one shape. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = asAppError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown }, 'the request failed');
  if (isOfSecurity(error.status)) {
    request.log.info({ code: error.code, user: request.actor?.id, address: request.ip }, 'refused');
  }
  const retryAfter = error.retryAfterSeconds ?? (error.status === 503 ? secondsUntilRetry : null);
  if (retryAfter !== null) reply.header('retry-after', retryAfter);
  const answer: ErrorResponse = {
    message: error.message,
    code: error.code,
    ...(error.issues && { issues: error.issues }),
    ...(error.status >= 500 && { requestId: request.id }),
    ...(error.isAlreadyDone && { alreadyDone: true }),
  };
  reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer);
}

/**
 * What the parser cannot read is no request yet: its answer goes out by the bare socket, which is then
 * closed. Who was too slow may try again, and hears nothing; nor does a connection with an answer on it,
 * which may not have ended.
 */
export function answerUnreadable(
  { code: fault }: Pick<ConnectionError, 'code'>,
  socket: Socket,
): void {
  const isMute = fault === 'ERR_HTTP_REQUEST_TIMEOUT' || socket.bytesWritten > 0;
  if (isMute || !socket.writable) return void socket.destroy();
  const { code, message } =
    apiErrors[fault === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid_input'];
  const answer = JSON.stringify({ message, code } satisfies ErrorResponse);
  const status = statusOf[code];
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(answer)}`,
      '',
      answer,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}

/** Who knocks at closed doors, or too often; a wrong login is without a name, which may be a password. */
function isOfSecurity(status: number): boolean {
  return status === 401 || status === 403 || status === 429;
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as FastifyError;
  if (error?.validation) {
    // A path that names no possible thing is one that does not exist.
    if (error.validationContext === 'params') return new AppError('not_found');
    return new AppError('invalid_input', { issues: issuesOf(error) });
  }
  if (isDatabaseAway(error)) return new AppError('unavailable', { cause: thrown });
  const known = refusalOf[error?.statusCode ?? 0];
  if (known) return new AppError(known, { cause: thrown });
  const isCallersFault = error?.statusCode !== undefined && error.statusCode < 500;
  return new AppError(isCallersFault ? 'invalid_input' : 'internal', { cause: thrown });
}

function issuesOf(error: FastifyError): FieldIssue[] {
  return (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath.split('/').filter(Boolean).join('.'),
    message: message ?? '',
  }));
}

/** Connection trouble, a shutdown, too many connections, a statement past its time, or one of two that lock each other out. */
function isDatabaseAway(error: (Error & { code?: string }) | undefined): boolean {
  const code = error?.code ?? '';
  return (
    /^(08|40|53|57)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(
      error?.message ?? '',
    )
  );
}
