import { AppError } from './app-error.ts';

type Position = readonly (number | string)[];

/** A cursor is the sort key of the last row on the page, opaque to the caller. */
function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

export function decodeCursor(cursor: string, kinds: readonly ('number' | 'string')[]): Position {
  const position = parse(cursor);
  const isWhole = Array.isArray(position) && position.length === kinds.length;
  if (!isWhole || !kinds.every((kind, at) => isOfKind(position[at], kind))) {
    throw new AppError('invalid_input', {
      issues: [{ path: 'before', message: 'Not a cursor of this list' }],
    });
  }
  return position;
}

/** Numbers are ids: nothing that the database could not take as one. */
function isOfKind(value: unknown, kind: 'number' | 'string'): boolean {
  return kind === 'number' ? Number.isSafeInteger(value) : typeof value === kind;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Cuts one row more than a page down to the page, and tells where the next one starts. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last ? encodeCursor(positionOf(last)) : null };
}
