import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyDemo } from './copy-demo.mjs';

/** The server gets no other variable of the developer's shell: a DATABASE_URL there may be a real school's. */
const passedOn = new Set(['PATH', 'HOME', 'PORT', 'DATA_DIR', 'WEB_ORIGIN']);
for (const name of Object.keys(process.env)) if (!passedOn.has(name)) delete process.env[name];

/** Runs the built server with the demo, in a folder that is deleted afterwards. */
const { DATA_DIR } = process.env;
const folder = dirname(DATA_DIR);
const remove = () => rmSync(folder, { recursive: true, force: true });
remove();
mkdirSync(folder);
process.on('exit', remove);
const main = '../releases/current/server/dist/main.js';

// Servers of single tests start from a copy of the demo, too: creating it takes most of a start.
const demo = join(folder, 'demo');
await createDemo(demo);
copyDemo(demo, DATA_DIR);
await import(main);

async function createDemo(dataDir) {
  const server = spawn(process.execPath, [new URL(main, import.meta.url).pathname], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  let output = '';
  server.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (output.includes('ready at')) server.kill('SIGTERM');
  });
  const [code] = await exited;
  if (code !== 0) throw new Error(`The server that creates the demo exited with ${code}.`);
}
