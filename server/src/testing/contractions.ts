/**
 * What is gone, and what could make a statement of the version before fail, between two catalogs (`readCatalog`) of
 * a database. A table, an index, or a column that may be left out is an addition.
 */
export function listContractions(before: string[], after: string[]): string[] {
  const known = new Set(before);
  const kept = new Set(after);
  const columns = readColumns(before);
  const removed = before.filter((line) => !kept.has(line)).map((line) => `removed: ${line}`);
  const added = after.filter((line) => !known.has(line) && restricts(line, columns));
  return [...removed, ...added.map((line) => `added: ${line}`)];
}

type Columns = Map<string, Set<string>>;

function readColumns(catalog: string[]): Columns {
  const columns: Columns = new Map();
  for (const line of catalog) {
    const [, table = '', column = ''] = /^column (\w+)\.(\w+) /.exec(line) ?? [];
    if (column) columns.set(table, (columns.get(table) ?? new Set()).add(column));
  }
  return columns;
}

/** Whether an added line of the catalog concerns rows that the version before writes or deletes. */
function restricts(line: string, columns: Columns): boolean {
  const namesOldColumn = (table: string, text: string) =>
    (text.match(/\w+/g) ?? []).some((word) => columns.get(table)?.has(word));

  const [, ownTable = '', isRequired, isFilled] =
    /^column (\w+)\.\w+ .+? ([tf]) ([ads]* .+|[ads]+ )?/.exec(line) ?? [];
  if (columns.has(ownTable)) return isRequired === 't' && !isFilled?.trim();

  const [, constrained = '', definition = ''] = /^constraint (\w+)\.\w+ (.*)$/s.exec(line) ?? [];
  const [restriction = '', referenced = ''] = definition.split(' REFERENCES ');
  const target = /^\w+/.exec(referenced)?.[0] ?? '';
  const isFreed = /ON DELETE (CASCADE|SET NULL)/.test(referenced);
  if (columns.has(target) && !isFreed) return true;
  if (columns.has(constrained)) return namesOldColumn(constrained, restriction);

  const [, indexed = '', key = ''] =
    /^CREATE UNIQUE INDEX \w+ ON public\.(\w+) (.*)$/s.exec(line) ?? [];
  if (columns.has(indexed)) return namesOldColumn(indexed, key);

  const [, triggered = ''] = /^CREATE .*?TRIGGER .* ON public\.(\w+) /s.exec(line) ?? [];
  return columns.has(triggered);
}
