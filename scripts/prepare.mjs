import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  copyInto,
  findRelease,
  makeCurrent,
  makeRelease,
  moduleFolders,
  unfinishedIn,
} from './releases.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const stamp = join('node_modules', '.installed-lock');

/** Installs the dependencies unless what is installed, by us or by npm alone, is what the lock file says. */
export function install() {
  if (isInstalled()) return;
  step('Installing the dependencies', () => {
    const place = unfinishedIn(root, 'modules');
    const { workspaces } = readJson('package.json');
    const parts = workspaces.map((part) => `${part}/package.json`);
    for (const file of ['package.json', 'package-lock.json', '.npmrc', ...parts]) {
      if (existsSync(join(root, file))) copyInto(place, root, file);
    }
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], place);
    writeFileSync(join(place, stamp), lockDigest());
    switchModules(place);
  });
}

/** Only a whole install takes the place of what was there. */
function switchModules(place) {
  for (const folder of moduleFolders(root)) {
    renameSync(join(root, folder), join(place, `${folder}.old`));
  }
  for (const folder of moduleFolders(place)) {
    renameSync(join(place, folder), join(root, folder));
  }
  rmSync(place, { recursive: true, force: true });
}

function isInstalled() {
  return read(stamp) === lockDigest() || isAsLocked();
}

/** What npm noted at its end of an install has every package of the lock but those of other systems. */
function isAsLocked() {
  const { packages: found } = readJson(join('node_modules', '.package-lock.json')) ?? {};
  if (!found) return false;
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, { optional }]) => path !== '' && (!optional || path in found))
    .every(([path, { version }]) => path in found && found[path].version === version);
}

/** Builds the server and the web app unless that is done, and returns the folder they run from. */
export function build() {
  const release = makeRelease(root, compile);
  makeCurrent(root, release);
  return release;
}

function compile(folder) {
  const tool = (name) => join(folder, 'node_modules', '.bin', name);
  step('Building the server', () => run(tool('tsc'), ['-b', 'server/tsconfig.build.json'], folder));
  step('Building the web app', () =>
    run(tool('vite'), ['build', 'web', '--logLevel', 'warn'], folder),
  );
}

/** What was built from the code as it is, for a command that must neither build nor install: a server may be running. */
export function requireBuild() {
  const release = findRelease(root);
  if (release) return release;
  console.error(
    'The code has changed since it was last built, or was never built. Restart the server with npm start, then run this again.',
  );
  return process.exit(1);
}

/** The same for a development tool, which runs from the project's folder. */
export function requireTools() {
  makeCurrent(root, requireBuild());
  if (isInstalled()) return;
  console.error('The dependencies are not installed: run npm test or npm run dev first.');
  process.exit(1);
}

/** Shows a line for a step while it runs, and how long it took. */
export function step(name, work) {
  const startedAt = performance.now();
  process.stdout.write(`… ${name}\n`);
  const result = work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`✓ ${name} (${seconds} s)\n`);
  return result;
}

/** Runs a command; what it says is shown only when it fails. */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`);
  process.stderr.write(`The command '${[command, ...args].join(' ')}' failed.\n`);
  process.exit(1);
}

function lockDigest() {
  return createHash('sha256').update(read('package-lock.json')).digest('hex');
}

function readJson(file) {
  const text = read(file);
  return text && JSON.parse(text);
}

function read(file) {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
