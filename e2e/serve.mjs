import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** The real server as it was built, with the demo in a folder that is gone afterwards. */
const folder = dirname(process.env.DATA_DIR);
const remove = () => rmSync(folder, { recursive: true, force: true });
remove();
mkdirSync(folder);
process.on('exit', remove);
await import('../server/dist/main.js');
