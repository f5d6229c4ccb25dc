import { spawn } from 'node:child_process';
import { install, root } from './prepare.mjs';

install();

/** The server restarts when its sources change; Vite serves the web app and hands /api on to it. */
const parts = [
  ['npx', ['tsx', 'watch', '--conditions=source', 'server/src/main.ts']],
  ['npx', ['vite', 'web']],
];
const children = parts.map(([command, args]) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', detached: true }),
);

/** When one part ends, or we are asked to, all end. */
function stop() {
  for (const { pid } of children) {
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // That part has ended already.
    }
  }
}
for (const child of children) child.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
