import type { IncomingMessage } from 'node:http';

/** The router responds with 400, as to every path with a broken escape. */
const malformedUrl = '/%';

/**
 * Gives each URL one spelling before anything reads it: routing, limits and headers must never disagree
 * on what `/%61pi/posts`, `//api/posts`, `/x/../api/posts` or `http://host/api/posts` means. The query
 * string is left alone.
 */
export function normalizeUrl({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const [, path, query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?$/i.exec(url) ?? [];
  if (path === undefined || !/^(?:\/|$)/.test(path) || /%(?![\da-f]{2})/i.test(path)) {
    return malformedUrl;
  }
  return resolveDots(decodeUnreserved(path)) + query;
}

/** Escaping these characters, or the case of an escape, makes no difference (RFC 3986, 2.3). */
function decodeUnreserved(path: string): string {
  return path.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Resolves `.` and `..`, and merges repeated slashes. */
function resolveDots(path: string): string {
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

/** Expects a normalized URL; there need not be an endpoint. */
export function isApiUrl(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}
