import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** The server gets no other variable of the developer's shell: a DATABASE_URL there may be a real school's. */
const passedOn = new Set(['PATH', 'HOME', 'PORT', 'DATA_DIR', 'WEB_ORIGIN']);
for (const name of Object.keys(process.env)) if (!passedOn.has(name)) delete process.env[name];

/** Runs the built server with the demo, in a folder that is deleted afterwards. */
const folder = dirname(process.env.DATA_DIR);
const remove = () => rmSync(folder, { recursive: true, force: true });
remove();
mkdirSync(folder);
process.on('exit', remove);
await import('../releases/current/server/dist/main.js');
