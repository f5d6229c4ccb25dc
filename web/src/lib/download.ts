import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { buildRequest, type RequestParts, unwrapResponse } from './api.ts';
import { NetworkError } from './api-errors.ts';
import { parseResponse } from './send-request.ts';
import { currentToken } from './session.ts';

/** Fetches a file with the session's token and saves it under this name. */
export async function download(
  endpoint: Endpoint & { file: string },
  input: RequestParts,
  fileName: string,
): Promise<void> {
  const token = currentToken();
  const response = await fetch(buildRequest(endpoint, input, token)).catch((error: unknown) => {
    throw new NetworkError(error);
  });
  if (!response.ok)
    unwrapResponse(endpoint, token, parseResponse(response.status, await response.text()));
  saveFile(await response.blob(), fileName);
}

export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By the next task the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
