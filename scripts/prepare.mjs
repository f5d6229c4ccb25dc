import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Installs the dependencies unless what is installed, by us or by npm alone, is what the lock file says. */
export function install() {
  const stamp = join(root, 'node_modules', '.installed-lock');
  const wanted = digest(['package-lock.json']);
  if (read(stamp) === wanted || isAsLocked()) return;
  step('Installing the dependencies', () => {
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    writeFileSync(stamp, wanted);
  });
}

/** What npm noted at its end of an install has every package of the lock but those of other systems. */
function isAsLocked() {
  const found = packagesIn(join('node_modules', '.package-lock.json'));
  return Object.entries(packagesIn('package-lock.json'))
    .filter(([path, { optional }]) => path !== '' && (!optional || path in found))
    .every(([path, { version }]) => path in found && found[path].version === version);
}

function packagesIn(file) {
  return JSON.parse(read(join(root, file)) ?? '{"packages":{}}').packages;
}

const sources = ['contract/src', 'server/src', 'web/src', 'web/public', 'web/service-worker'];
const settings = [
  'tsconfig.base.json',
  'contract/tsconfig.build.json',
  'server/tsconfig.build.json',
  'package-lock.json',
  'web/index.html',
  'web/vite.config.ts',
  'web/endpoints-only.ts',
  'contract/waste-table.json',
  'ml/weights/small.onnx',
  'ml/weights/small.json',
];

/** Builds the server and the web app unless what is built is what the sources say. */
export function build() {
  const stamp = join(root, 'server', 'dist', '.built-from');
  const host = process.env.VITE_API_HOST ?? '';
  const wanted = host + digest([...settings, ...sources.flatMap(filesUnder)]);
  if (read(stamp) === wanted && existsSync(join(root, 'web', 'dist', 'index.html'))) return;
  rmSync(stamp, { force: true });
  step('Building the server', () => {
    for (const part of ['contract', 'server']) {
      rmSync(join(root, part, 'dist'), { recursive: true, force: true });
    }
    run('npx', ['tsc', '-b', 'server/tsconfig.build.json']);
  });
  step('Building the web app', () => run('npx', ['vite', 'build', 'web', '--logLevel', 'warn']));
  writeFileSync(stamp, wanted);
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

/** Runs a command in the project's folder; what it says is shown only when it fails. */
export function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\n`);
  process.stderr.write(`The command '${[command, ...args].join(' ')}' failed.\n`);
  process.exit(1);
}

function filesUnder(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted();
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
