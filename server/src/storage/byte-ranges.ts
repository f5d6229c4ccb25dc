import { type ByteRange, MissingRangeError, type RequestedRange } from './storage.ts';

/** Supports a single range; any other header is ignored and the whole file is sent. */
export function parseRangeHeader(header = ''): RequestedRange | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (from === undefined || (from === '' && to === '')) return undefined;
  if (from === '') return { suffix: Number(to) };
  const first = Number(from);
  if (to === '') return { first };
  // The standard calls such a range invalid, not unsatisfiable.
  return Number(to) < first ? undefined : { first, last: Number(to) };
}

export function formatRangeHeader(range: RequestedRange): string {
  return 'suffix' in range ? `bytes=-${range.suffix}` : `bytes=${range.first}-${range.last ?? ''}`;
}

/** The bytes of a file of this size that were asked for, by default all. */
export function resolveRange(range: RequestedRange | undefined, size: number): ByteRange {
  const end = size - 1;
  if (!range) return { first: 0, last: end };
  const { first, last } =
    'suffix' in range
      ? { first: Math.max(0, size - range.suffix), last: end }
      : { first: range.first, last: Math.min(range.last ?? end, end) };
  if (last < first) throw new MissingRangeError(size);
  return { first, last };
}
