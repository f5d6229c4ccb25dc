import sql, { join, raw, type Sql } from 'sql-template-tag';

/** Inserts rows of demo or test data; a column that a row leaves out gets its default. */
export function insertRows(table: string, rows: object[]): Sql {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const toValue = (value: unknown) => (value === undefined ? sql`default` : value);
  const toValues = (row: object) =>
    sql`(${join(columns.map((column) => toValue((row as Record<string, unknown>)[column])))})`;
  return sql`
    insert into ${raw(table)} (${raw(columns.join())}) values ${join(rows.map(toValues))}`;
}
