import { constants, setPriority } from 'node:os';
import { type Row, readSheets } from './read-table.ts';
import { TableError, type TableErrorName } from './table-error.ts';

/** The rows are sent in several replies, because receiving a long table at once would block the server. */
export type Reply =
  | { sheet: string; rows: Row[] }
  | { isDone: true }
  | { errorName: TableErrorName }
  | { failure: string };

const rowsPerReply = 250;
const reply = (message: Reply | 'ready') => process.send?.(message);

// Requests to the server go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (bytes: Uint8Array) => void read(bytes));
reply('ready');

async function read(bytes: Uint8Array): Promise<void> {
  try {
    for (const { name, rows } of await readSheets(bytes)) {
      for (let start = 0; start === 0 || start < rows.length; start += rowsPerReply) {
        reply({ sheet: name, rows: rows.slice(start, start + rowsPerReply) });
      }
    }
    reply({ isDone: true });
  } catch (error) {
    const isTableError = error instanceof TableError;
    reply(isTableError ? { errorName: error.errorName } : { failure: String(error) });
  }
}
