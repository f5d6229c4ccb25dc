import { constants, setPriority } from 'node:os';
import { type Row, readTable } from './read-table.ts';
import { RefusedTable, type TableRefusal } from './refused-table.ts';

/** To a table, its rows come in several replies: a long one must not hold the server up in one piece. */
export type Reply = { rows: Row[]; isEnd: boolean } | { refusal: TableRefusal } | { fault: string };

const rowsAtOnce = 250;
const reply = (message: Reply | 'ready') => process.send?.(message);

// Whoever reads the feed goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (bytes: Uint8Array) => void read(bytes));
reply('ready');

async function read(bytes: Uint8Array): Promise<void> {
  try {
    const rows = await readTable(bytes);
    for (let at = 0; at === 0 || at < rows.length; at += rowsAtOnce) {
      const end = at + rowsAtOnce;
      reply({ rows: rows.slice(at, end), isEnd: end >= rows.length });
    }
  } catch (error) {
    const isRefused = error instanceof RefusedTable;
    reply(isRefused ? { refusal: error.refusal } : { fault: String(error) });
  }
}
