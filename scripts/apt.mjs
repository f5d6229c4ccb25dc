import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { step } from './prepare.mjs';

const versionsFolder = '/usr/lib/postgresql';

/** Installs Debian packages, as root or with passwordless sudo, and returns whether that worked. */
export function installWithApt(...packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [['update'], ['install', '-y', ...packages]].every((args) => {
    const [command, ...rest] = [...sudo, 'apt-get', '-qq', ...args];
    return spawnSync(command, rest, { env }).status === 0;
  });
}

/** The binaries of the newest installed PostgreSQL. */
export function findPostgres() {
  if (!existsSync(versionsFolder)) return undefined;
  return readdirSync(versionsFolder)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versionsFolder, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')));
}

/**
 * Installs what is missing of these components (the file of each, and its Debian package) and of PostgreSQL, and
 * returns PostgreSQL's binaries. Exits with a message if that fails.
 */
export function requireComponents(components) {
  const missing = Object.keys(components).filter((file) => !existsSync(file));
  const packages = missing.map((file) => components[file]);
  if (!findPostgres()) packages.push('postgresql');
  if (packages.length > 0) {
    step(`Installing ${packages.join(', ')}`, () => installWithApt(...packages));
  }
  const binaries = findPostgres();
  if (binaries && missing.every((file) => existsSync(file))) return binaries;
  console.error(`The tests with real components need ${packages.join(', ')} from Debian.`);
  return process.exit(1);
}
