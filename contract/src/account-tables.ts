import { z } from 'zod';
import { issuedPassword } from './accounts.ts';
import { endpoint, managers } from './endpoint.ts';
import { idInAddress } from './fields.ts';
import { spreadsheetType } from './rules/file-types.ts';

/** Which lists can be taken in and given out as a table. */
export const tabledPeople = ['students', 'teachers'] as const;
export type TabledPeople = (typeof tabledPeople)[number];

const ofSchool = z.object({ school_id: idInAddress.optional() });
const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: spreadsheetType,
};
type Format = keyof typeof fileTypes;
const count = z.number().int().nonnegative();

export const importOutcomes = ['created', 'changed', 'unchanged'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What is wrong with a cell, counted as the spreadsheet program counts: the heading is row 1. */
export const cellProblem = z.object({
  row: z.number().int().positive(),
  /** The heading of the column; empty where the whole row or file is meant. */
  column: z.string(),
  message: z.string(),
});
export type CellProblem = z.infer<typeof cellProblem>;

/** What became of a file, or in a dry run what would. Problems stand in a dry run alone. */
export const importReport = z.object({
  dry_run: z.boolean(),
  total: count,
  created: count,
  changed: count,
  unchanged: count,
  problems: z.array(cellProblem),
  rows: z.array(
    z.object({
      row: z.number().int().positive(),
      outcome: z.enum(importOutcomes),
      full_name: z.string(),
      username: z.string(),
      class_name: z.string().nullable(),
      /** The headings of the columns that change an account. */
      changes: z.array(z.string()),
    }),
  ),
  /** The new accounts with their temporary passwords, shown this once. */
  accounts: z.array(issuedPassword),
});
export type ImportReport = z.infer<typeof importReport>;

const filesOf = <const P extends TabledPeople>(people: P) => {
  const template = <const F extends Format>(format: F) =>
    endpoint({
      method: 'GET',
      path: `/api/admin/${people}/template.${format}`,
      summary: `An empty table of a school's ${people}`,
      access: managers,
      file: fileTypes[format],
      response: z.string(),
    });
  const list = <const F extends Format>(format: F) =>
    endpoint({
      method: 'GET',
      path: `/api/admin/${people}/export.${format}`,
      summary: `A table of a school's ${people}`,
      access: managers,
      query: ofSchool,
      file: fileTypes[format],
      response: z.string(),
    });
  return {
    templateCsv: template('csv'),
    templateXlsx: template('xlsx'),
    exportCsv: list('csv'),
    exportXlsx: list('xlsx'),
    take: endpoint({
      method: 'POST',
      path: `/api/admin/${people}/import`,
      summary:
        'Take in a table (form field `file`, CSV or XLSX): all rows or none; a known code or username changes that account',
      access: managers,
      query: ofSchool.extend({ dry_run: z.enum(['true', 'false']).optional() }),
      acceptsTable: true,
      response: importReport,
    }),
  };
};

export const studentTables = filesOf('students');
export const teacherTables = filesOf('teachers');
