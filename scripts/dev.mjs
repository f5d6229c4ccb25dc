import { spawn } from 'node:child_process';
import { install, root } from './prepare.mjs';

install();

/** The server restarts when its sources change; Vite serves the web app and proxies /api to the server. */
const commands = [
  ['npx', ['tsx', 'watch', '--conditions=source', 'server/src/main.ts']],
  ['npx', ['vite', 'web']],
];
const children = commands.map(([command, args]) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', detached: true }),
);

/** Stops both when either ends or on a signal. */
function stop() {
  for (const { pid } of children) {
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // It has already ended.
    }
  }
}
for (const child of children) child.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
