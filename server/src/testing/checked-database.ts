import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { z } from 'zod';
import { type Database, openDatabase, statementError } from '../database/database.ts';
import type { CleanupHook } from './cleanup-hooks.ts';

/** Opens a database until the cleanup, and checks every row that a statement returns. */
export function openCheckedDatabase(connection: pg.ClientConfig, onCleanup: CleanupHook): Database {
  const wrongRows: Error[] = [];
  const database = openDatabase(connection, {
    // Not a server, for which a migration would wait.
    application_name: 'lop-xanh tests',
    checkRows(schema, rows, statement) {
      const error = findWrongRow(schema, rows, statement);
      if (!error) return;
      wrongRows.push(error);
      throw error;
    },
  });
  onCleanup(async () => {
    await database.close();
    // Fails the test even if the server has only logged the error or responded with a 500.
    if (wrongRows[0]) throw wrongRows[0];
  });
  return database;
}

/** A row must hold all that its schema declares and, at any depth, nothing else. */
export function findWrongRow(
  schema: z.ZodType,
  rows: unknown[],
  statement: Sql,
): Error | undefined {
  for (const row of rows) {
    const { data, error } = schema.safeParse(row);
    if (!error && isDeepStrictEqual(data, row)) continue;
    const reason = error ? z.prettifyError(error) : `The schema keeps only ${JSON.stringify(data)}`;
    return statementError(`The row ${JSON.stringify(row)} is wrong. ${reason}`, statement);
  }
  return undefined;
}
