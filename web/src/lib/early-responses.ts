interface EarlyResponse {
  url: string;
  token: string;
  response: Promise<Response>;
  /** Aborts the request. */
  controller: AbortController;
}

declare global {
  var earlyResponses: EarlyResponse[] | undefined;
}

/** The requests that `public/first-page.js` sent; from now on it is too late to send more. */
const early = (globalThis.earlyResponses ??= []);

/** The response to a request that was sent before this script had loaded; it serves only once. */
export function takeEarlyResponse({ method, url, headers }: Request): EarlyResponse | undefined {
  const index = early.findIndex(
    (sent) => sent.url === url && `Bearer ${sent.token}` === headers.get('authorization'),
  );
  return method === 'GET' && index >= 0 ? early.splice(index, 1)[0] : undefined;
}

/** Once the first screen has its data, later requests must not get what is old by then. */
export function dropEarlyResponses(): void {
  early.length = 0;
}
