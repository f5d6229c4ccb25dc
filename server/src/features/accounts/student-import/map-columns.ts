import type { ImportColumn, ImportField, ImportOptions } from '@lop-xanh/contract/student-import';
import { mapInSlices } from '../../../tables/map-in-slices.ts';
import { toText } from './cell-values.ts';
import { findField, isRowNumber, toWords } from './find-field.ts';
import type { SheetList } from './sheet-lists.ts';

/** What the school imported a column as before; null means that it left it out. */
export type RememberedColumns = ReadonlyMap<string, ImportField | null>;

/** Two spellings of a heading are one column. */
export const toHeadingKey = (heading: string) => toWords(heading).slice(0, 100);

const maxSamples = 3;
const maxSampleLength = 40;

/** Every column of the file, with what it is imported as: as chosen, as remembered, or as its heading says. */
export async function mapColumns(
  lists: SheetList[],
  chosen: NonNullable<ImportOptions['columns']>,
  remembered: RememberedColumns,
): Promise<ImportColumn[]> {
  const choices = new Map(chosen.map(({ heading, field }) => [heading, field]));
  const samples = collectSamples(lists);
  const columns = await mapInSlices([...samples], ([heading, values]) => {
    const key = toHeadingKey(heading);
    const isRemembered = !choices.has(heading) && remembered.has(key);
    const guess = remembered.has(key) ? remembered.get(key) : findField(heading);
    const field = (choices.has(heading) ? choices.get(heading) : guess) ?? null;
    return { heading, samples: [...values], field, isRemembered, isTwice: false };
  });
  const fields = columns.map(({ field }) => field);
  const isWholeName = !fields.includes('last_name') && !fields.includes('full_name');
  const twice = findTwice(lists, new Map(columns.map(({ heading, field }) => [heading, field])));
  return columns.map((column) => ({
    ...column,
    // 'Tên' alone is the whole name.
    field: isWholeName && column.field === 'first_name' ? 'full_name' : column.field,
    isTwice: twice.has(column.heading),
  }));
}

/** The headings that share their field with another one of the same sheet. */
function findTwice(lists: SheetList[], fields: RememberedColumns): Set<string> {
  const twice = new Set<string>();
  for (const { headings } of lists) {
    const firstByField = new Map<ImportField, string>();
    for (const heading of new Set(headings)) {
      const field = fields.get(heading);
      if (!field) continue;
      const first = firstByField.get(field);
      if (first === undefined) firstByField.set(field, heading);
      else twice.add(first).add(heading);
    }
  }
  return twice;
}

function collectSamples(lists: SheetList[]): Map<string, Set<string>> {
  const samples = new Map<string, Set<string>>();
  for (const { headings, rows } of lists) {
    for (const [column, heading] of headings.entries()) {
      // A running number is not worth a question.
      if (!heading || isRowNumber(heading)) continue;
      const values = samples.get(heading) ?? new Set();
      samples.set(heading, values);
      for (const { cells } of rows) {
        if (values.size >= maxSamples) break;
        const text = toText(cells[column]).slice(0, maxSampleLength);
        if (text) values.add(text);
      }
    }
  }
  return samples;
}
