import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  copyInto,
  findRelease,
  listModuleFolders,
  listSources,
  makeCurrent,
  makeRelease,
  makeTempFolder,
  shareAsRoot,
} from './releases.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const lockDigestFile = join('node_modules', '.installed-lock');

/** Installs the dependencies, unless they already match the lock file. */
export function install() {
  if (isInstalled()) return;
  step('Installing the dependencies', () =>
    shareAsRoot(root, () => {
      const folder = makeTempFolder(root, 'modules');
      installInto(folder);
      writeFileSync(join(folder, lockDigestFile), computeLockDigest());
      switchModules(folder);
    }),
  );
}

function installInto(folder) {
  const { workspaces } = readJson('package.json');
  const manifests = workspaces.map((workspace) => `${workspace}/package.json`);
  for (const file of ['package.json', 'package-lock.json', '.npmrc', ...manifests]) {
    if (existsSync(join(root, file))) copyInto(folder, root, file);
  }
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], folder);
}

/** Replaces the old modules only once the install is complete. */
function switchModules(installed) {
  for (const folder of listModuleFolders(root)) {
    renameSync(join(root, folder), join(installed, `${folder}.old`));
  }
  for (const folder of listModuleFolders(installed)) {
    renameSync(join(installed, folder), join(root, folder));
  }
  rmSync(installed, { recursive: true, force: true });
}

function isInstalled() {
  return readText(lockDigestFile) === computeLockDigest() || matchesLock();
}

/** npm's record of the installed packages has all of the lock file, except optional ones of other platforms. */
function matchesLock() {
  const { packages: installed } = readJson(join('node_modules', '.package-lock.json')) ?? {};
  if (!installed) return false;
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, { optional }]) => path !== '' && (!optional || path in installed))
    .every(([path, { version }]) => path in installed && installed[path].version === version);
}

/** Builds the server and the web app unless they are built, and returns their release folder. */
export function build() {
  const release = makeRelease(root, compile);
  makeCurrent(root, release);
  return release;
}

/**
 * Builds a copy of the current code with modules of its own, and leaves those of a running server alone. The
 * caller deletes the copy.
 */
export function buildCopy() {
  return shareAsRoot(root, () => {
    const folder = makeTempFolder(root, 'copy');
    step('Installing the dependencies of the copy', () => installInto(folder));
    for (const file of listSources(root)) copyInto(folder, root, file);
    compile(folder);
    return folder;
  });
}

function compile(folder) {
  const toolPath = (name) => join(folder, 'node_modules', '.bin', name);
  step('Building the server', () =>
    run(toolPath('tsc'), ['-b', 'server/tsconfig.build.json'], folder),
  );
  step('Building the web app', () =>
    run(toolPath('vite'), ['build', 'web', '--logLevel', 'warn'], folder),
  );
}

/** The release of the current code, for commands that must not build or install while a server may be running. */
export function requireBuild() {
  const release = findRelease(root);
  if (release) return release;
  console.error(
    'The code has changed since it was last built, or was never built. Restart the server with npm start, then run this again.',
  );
  return process.exit(1);
}

/** Like `requireBuild`, for development tools, which run from the project folder. */
export function requireTools() {
  makeCurrent(root, requireBuild());
  if (isInstalled()) return;
  console.error('The dependencies are not installed: run npm test or npm run dev first.');
  process.exit(1);
}

/** Prints a line when a step starts, and how long it took. */
export function step(name, work) {
  const startedAt = performance.now();
  process.stdout.write(`… ${name}\n`);
  const result = work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`✓ ${name} (${seconds} s)\n`);
  return result;
}

/** Runs a command and returns its output; shows it and exits if the command fails. */
export function run(command, args, cwd, env = process.env) {
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return stdout;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`);
  process.stderr.write(`The command '${[command, ...args].join(' ')}' failed.\n`);
  return process.exit(1);
}

function computeLockDigest() {
  return createHash('sha256').update(readText('package-lock.json')).digest('hex');
}

function readJson(file) {
  const text = readText(file);
  return text && JSON.parse(text);
}

function readText(file) {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
