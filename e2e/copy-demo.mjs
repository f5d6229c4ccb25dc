import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies the data folder of a stopped server. As root in a private folder, a server keeps its database elsewhere, and
 * a copy would share it: then nothing is copied, and the next server creates the demo itself.
 */
export function copyDemo(from, to) {
  if (lstatSync(join(from, 'database')).isSymbolicLink()) return;
  // Keeps the owner of the files, who is PostgreSQL's user.
  execFileSync('cp', ['-a', from, to]);
}
