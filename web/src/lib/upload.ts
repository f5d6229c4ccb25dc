import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import { addressOf, type Exchanged, headersFor, readAnswer, settled } from './api.ts';
import { NetworkError } from './api-errors.ts';
import { currentToken } from './session.ts';

/** A long upload is fine, one that stands still is not. */
const stallLimitMs = 120_000;
/** What is done with a file after it arrived, at the longest: as long as the server takes for it. */
const answerLimitMs = 15 * 60_000;

export interface Transfer {
  /** Told the part sent so far, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  form: FormData;
  headers: Record<string, string>;
  transfer?: Transfer | undefined;
}

/** `call` for a form with files: only XMLHttpRequest tells how much has been sent. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  { form, headers, params = {}, query = {}, transfer }: Input,
): Promise<ResponseOf<E>> {
  const token = currentToken();
  const request = new XMLHttpRequest();
  request.open(endpoint.method, addressOf(endpoint, { params, query }));
  for (const [name, value] of headersFor(token, headers)) request.setRequestHeader(name, value);
  return settled(endpoint, token, await sent(request, form, transfer));
}

function sent(request: XMLHttpRequest, form: FormData, transfer?: Transfer) {
  const signal = transfer?.signal;
  return new Promise<Exchanged>((resolve, reject) => {
    const fail = (cause: unknown) => reject(new NetworkError(cause));
    const stop = () => request.abort();
    let stall = setTimeout(stop, stallLimitMs);

    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(stall);
      stall = setTimeout(stop, stallLimitMs);
      transfer?.onProgress(total === 0 ? 0 : loaded / total);
    });
    request.upload.addEventListener('load', () => {
      clearTimeout(stall);
      stall = setTimeout(stop, answerLimitMs);
    });
    request.addEventListener('load', () => {
      try {
        const retryAfter = request.getResponseHeader('retry-after');
        resolve({ ...readAnswer(request.status, request.responseText), retryAfter });
      } catch (error) {
        fail(error);
      }
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', () => fail(signal?.reason ?? new Error('stalled')));
    request.addEventListener('loadend', () => {
      clearTimeout(stall);
      signal?.removeEventListener('abort', stop);
    });
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop);
    request.send(form);
  });
}
