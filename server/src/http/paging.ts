import { AppError } from './app-error.ts';

/** A cursor is the id of the last row on the page, opaque to the caller. */
export function encodeCursor(id: number): string {
  return Buffer.from(String(id)).toString('base64url');
}

export function decodeCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  // Nothing that the database could not take as an id.
  if (!Number.isSafeInteger(id)) {
    throw new AppError('invalid_input', {
      issues: [{ path: 'before', message: 'Not a cursor of this list' }],
    });
  }
  return id;
}

/** Cuts one row more than a page down to the page, and tells where the next one starts. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  idOf: (row: Row) => number,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last ? encodeCursor(idOf(last)) : null };
}
