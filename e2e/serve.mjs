import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Nothing else of the developer's shell reaches the server: a DATABASE_URL there may be a real school's. */
const known = new Set(['PATH', 'HOME', 'PORT', 'DATA_DIR', 'WEB_ORIGIN']);
for (const name of Object.keys(process.env)) if (!known.has(name)) delete process.env[name];

/** The real server as it was built, with the demo in a folder that is gone afterwards. */
const folder = dirname(process.env.DATA_DIR);
const remove = () => rmSync(folder, { recursive: true, force: true });
remove();
mkdirSync(folder);
process.on('exit', remove);
await import('../releases/current/server/dist/main.js');
