import { readFileSync } from 'node:fs';
import { type WasteTable, wasteGroups, wasteTable } from '@lop-xanh/contract/scan';
import { z } from 'zod';
import { OperatorError } from '../../operator-error.ts';

const shippedFile = new URL('../../../../contract/waste-table.json', import.meta.url);

/** Reads names, groups and advice from a file that operators may edit, because provinces differ. */
export function readWasteTable(file: URL | string = shippedFile): WasteTable {
  try {
    return wasteTable.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new OperatorError(
      `waste-table.json is invalid: ${reason}. It must define the groups ${wasteGroups.join(', ')} and every label.`,
    );
  }
}
