import type { IncomingMessage } from 'node:http';

/** The router answers 400 to it, as to every other path with a broken escape. */
const unreadable = '/%';

/**
 * One spelling for each address, made before anything looks at it: routing, limits and headers must
 * never disagree on what `/%61pi/posts`, `//api/posts`, `/x/../api/posts` or `http://host/api/posts` is.
 * The query stays as it was sent.
 */
export function normalizeUrl({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const [, path, query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?$/i.exec(url) ?? [];
  if (path === undefined || !/^(?:\/|$)/.test(path) || /%(?![\da-f]{2})/i.test(path)) {
    return unreadable;
  }
  return withoutDots(decodeUnreserved(path)) + query;
}

/** These mean the same escaped or not (RFC 3986, 2.3); the case of an escape means nothing either. */
function decodeUnreserved(path: string): string {
  return path.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Resolves `.` and `..`, and takes several slashes for one. */
function withoutDots(path: string): string {
  if (!/\/(?:\.|\/)/.test(path)) return path || '/';
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(segment);
  }
  const isFolder = ['', '.', '..'].includes(segments.at(-1) ?? '');
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
}

/** Whether a normal address is one of the API's, be there an endpoint or not. */
export function isApiUrl(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}
