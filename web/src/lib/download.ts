import type { Endpoint } from '@lop-xanh/contract/endpoint';
import { addressOf, headersFor, readAnswer, settled } from './api.ts';
import { NetworkError } from './api-errors.ts';
import { currentToken } from './session.ts';

/** Fetches a file that only its reader may have, and hands it to the browser under this name. */
export async function download(
  endpoint: Endpoint & { file: string },
  params: Record<string, unknown>,
  name: string,
): Promise<void> {
  const token = currentToken();
  const response = await fetch(addressOf(endpoint, { params }), {
    headers: headersFor(token),
  }).catch((error: unknown) => {
    throw new NetworkError(error);
  });
  if (!response.ok) settled(endpoint, token, readAnswer(response.status, await response.text()));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
