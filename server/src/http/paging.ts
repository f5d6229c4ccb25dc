import { describeProblem } from '@lop-xanh/contract/field-errors';
import { AppError } from './app-error.ts';

/** A cursor is the id of the last row on the page, opaque to the client. */
export function encodeCursor(id: number): string {
  return Buffer.from(String(id)).toString('base64url');
}

export function decodeCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  // Anything else would not fit the id column.
  return Number.isSafeInteger(id) ? id : rejectCursor();
}

export function rejectCursor(): never {
  const issue = { path: 'before', ...describeProblem('invalid_cursor') };
  throw new AppError('invalid_input', { issues: [issue] });
}

/** Expects up to `limit + 1` rows; the extra row only shows that there is a next page. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  getId: (row: Row) => number,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last ? encodeCursor(getId(last)) : null };
}
