import { z } from 'zod';
import { issuedPassword } from './accounts.ts';
import { endpoint, managers } from './endpoint.ts';
import { fieldProblem } from './errors.ts';
import { parentLetter } from './families.ts';
import { idInUrl } from './fields.ts';
import { csvType, spreadsheetType } from './rules/file-types.ts';

/** The account lists that can be imported and exported as a table. */
export const accountTableKinds = ['students', 'teachers'] as const;
export type AccountTableKind = (typeof accountTableKinds)[number];

const schoolQuery = z.object({ school_id: idInUrl.optional() });
const fileTypes = {
  csv: csvType,
  xlsx: spreadsheetType,
};
type Format = keyof typeof fileTypes;
const count = z.number().int().nonnegative();

export const importOutcomes = ['created', 'changed', 'unchanged'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** Rows are numbered as in a spreadsheet program: the heading is row 1. */
export const cellProblem = fieldProblem.extend({
  row: z.number().int().positive(),
  /** The column heading; empty if the problem concerns the whole row or file. */
  column: z.string(),
});
export type CellProblem = z.infer<typeof cellProblem>;

/** The result of an import. Only a dry run lists problems: a real import with problems fails. */
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
      /** The headings of the columns that differ from the existing account. */
      changes: z.array(z.string()),
    }),
  ),
  /** The new accounts with their temporary passwords, which are shown only once. */
  accounts: z.array(issuedPassword),
  /** The parents in the columns of a student list; none in a list of teachers. */
  parents: z.object({
    created: count,
    linked: count,
    /**
     * The parents with the phone number of another parent of the school or of another row, who may be the same
     * person. They are linked or created as `same_phone` says; a real import without it has problems.
     */
    samePhone: z.array(
      z.object({
        row: z.number().int().positive(),
        full_name: z.string(),
        phone: z.string(),
        /** The parent with that number, and the children of that parent. */
        other: z.object({
          full_name: z.string(),
          /** The first of them. */
          children: z.array(z.string()),
          childCount: count,
        }),
      }),
    ),
    /** `samePhone` has the first of them. */
    samePhoneCount: count,
    /** The letters to new parents, whose passwords are shown only once. */
    letters: z.array(parentLetter),
  }),
});
export type ImportReport = z.infer<typeof importReport>;

const tableEndpoints = <const K extends AccountTableKind>(kind: K) => {
  const template = <const F extends Format>(format: F) =>
    endpoint({
      method: 'GET',
      path: `/api/admin/${kind}/template.${format}`,
      summary: `An empty table for a school's ${kind}`,
      access: managers,
      file: fileTypes[format],
      response: z.string(),
    });
  const list = <const F extends Format>(format: F) =>
    endpoint({
      method: 'GET',
      path: `/api/admin/${kind}/export.${format}`,
      summary: `A table of a school's ${kind}`,
      access: managers,
      query: schoolQuery,
      file: fileTypes[format],
      response: z.string(),
    });
  return {
    templateCsv: template('csv'),
    templateXlsx: template('xlsx'),
    exportCsv: list('csv'),
    exportXlsx: list('xlsx'),
    importTable: endpoint({
      method: 'POST',
      path: `/api/admin/${kind}/import`,
      summary:
        'Import a table (form field `file`, CSV or XLSX), all rows or none; a known code or username updates that account',
      access: managers,
      query: schoolQuery.extend({
        dry_run: z.enum(['true', 'false']).optional(),
        /** Whether parents with the same phone number are one person; asked for by the dry run. */
        same_phone: z.enum(['link', 'separate']).optional(),
      }),
      acceptsTable: true,
      response: importReport,
    }),
  };
};

export const studentTables = tableEndpoints('students');
export const teacherTables = tableEndpoints('teachers');
