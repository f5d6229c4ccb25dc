import type { I18n } from '@lingui/core';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';
import type { ParsedTable } from '../../tables/parse-table.ts';
import { assertNoProblems, parseTable, truncateProblems } from '../../tables/parse-table.ts';
import type { Row } from '../../tables/read-table.ts';
import { toXlsx } from '../../tables/write-table.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { applyTable } from './apply-draft-table.ts';
import { type ColumnName, format, getFileName, toDraftTable } from './draft-table-format.ts';
import { lockDraft, readDraft, replacePlan, type StoredDraft } from './drafts.service.ts';
import { formatYear } from './years.service.ts';

export async function exportDraft(
  db: Db,
  actor: Actor,
  { school_id, i18n }: { school_id: number | undefined; i18n: I18n },
): Promise<{ name: string; bytes: Buffer }> {
  const draft = await readDraft(db, actor, school_id);
  const { school_id: schoolId, year, students, teachers } = draft.school;
  await writeAuditEntries(db, actor, {
    action: 'exported',
    subject: 'school_year',
    name: formatYear(year),
    schoolId,
    details: { rows: students.length + teachers.length },
  });
  return {
    name: `${getFileName(year, i18n)}.xlsx`,
    bytes: await toXlsx(toDraftTable(draft, i18n)),
  };
}

export function parseDraftTable(table: Row[]): Promise<ParsedTable<ColumnName>> {
  return parseTable(table, format);
}

/** Writes all rows or none; an unchanged export changes nothing. */
export async function importDraft(
  db: Db,
  actor: Actor,
  {
    table,
    ...request
  }: { school_id?: number | undefined; version: number; table: ParsedTable<ColumnName> },
): Promise<StoredDraft> {
  const draft = await lockDraft(db, actor, request);
  const { plan, changedRows, problems } = applyTable(draft, table);
  assertNoProblems({ problems: truncateProblems(problems) });
  if (changedRows === 0) return draft;
  const { school } = draft;
  const saved = await replacePlan(db, actor, { school, plan });
  await writeAuditEntries(db, actor, {
    action: 'imported',
    subject: 'school_year',
    name: formatYear(school.year),
    schoolId: school.school_id,
    details: {
      fields: ['draft'],
      version: saved.version,
      rows: table.rows.length,
      changed: changedRows,
    },
  });
  return saved;
}
