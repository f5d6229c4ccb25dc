import type { Endpoint, ResponseOf } from '@lop-xanh/contract/endpoint';
import { buildHeaders, buildUrl, unwrapResponse } from './api.ts';
import { NetworkError } from './api-errors.ts';
import { networkLimits } from './network-limits.ts';
import { parseResponse, type RawResponse } from './send-request.ts';
import { currentToken } from './session.ts';

export interface FileTransfer {
  /** Called with the fraction sent so far, from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

interface UploadInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  form: FormData;
  headers: Record<string, string>;
  transfer?: FileTransfer | undefined;
}

/** `request` for a form with files: only XMLHttpRequest reports upload progress. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  { form, headers, params = {}, query = {}, transfer }: UploadInput,
): Promise<ResponseOf<E>> {
  const token = currentToken();
  const request = new XMLHttpRequest();
  request.open(endpoint.method, buildUrl(endpoint, { params, query }));
  for (const [name, value] of buildHeaders(token, headers)) request.setRequestHeader(name, value);
  return unwrapResponse(endpoint, token, await send(request, form, transfer));
}

function send(request: XMLHttpRequest, form: FormData, transfer?: FileTransfer) {
  const signal = transfer?.signal;
  return new Promise<RawResponse>((resolve, reject) => {
    const fail = (cause: unknown) => reject(new NetworkError(cause));
    const stop = () => request.abort();
    let stall = setTimeout(stop, networkLimits.uploadStallMs);

    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(stall);
      stall = setTimeout(stop, networkLimits.uploadStallMs);
      transfer?.onProgress(total === 0 ? 0 : loaded / total);
    });
    request.upload.addEventListener('load', () => {
      clearTimeout(stall);
      stall = setTimeout(stop, networkLimits.uploadResponseMs);
    });
    request.addEventListener('load', () => {
      try {
        const retryAfter = request.getResponseHeader('retry-after');
        resolve({ ...parseResponse(request.status, request.responseText), retryAfter });
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
