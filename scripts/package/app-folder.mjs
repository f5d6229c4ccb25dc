import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root, run } from '../prepare.mjs';
import { copyInto } from '../releases.mjs';
import { isLeftOut, isRun, packagedPaths, packagedWorkspaces } from './contents.mjs';

const packagingFolder = join(root, 'packaging');
export const node = JSON.parse(readFileSync(join(packagingFolder, 'node.json'), 'utf8'));

/**
 * Makes the folder that is installed: the built files, the libraries for an architecture, Node.js and the
 * command. `project` has the lock file, and `built` the build; `paths` is for versions that had fewer files.
 */
export function makeAppFolder(
  folder,
  { project = root, built, architecture, paths = packagedPaths },
) {
  installLibraries(folder, project, architecture);
  for (const path of paths) cpSync(join(built, path), join(folder, path), { recursive: true });
  deleteLeftOut(folder);
  addNode(join(folder, 'bin'), architecture);
  cpSync(join(packagingFolder, 'lop-xanh'), join(folder, 'bin', 'lop-xanh'));
  setRights(folder);
  assertArchitecture(folder, architecture);
}

/**
 * Installs the libraries of the server alone. `npm ci --omit=dev` would also bring the optional companions that
 * libraries have in development, so npm gets manifests without the rest of the project.
 */
function installLibraries(folder, project, { name }) {
  const readManifest = (path) => JSON.parse(readFileSync(join(project, path), 'utf8'));
  const writeManifest = (path, manifest) => {
    const packed = { ...manifest, devDependencies: undefined, scripts: undefined };
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${JSON.stringify(packed, null, 2)}\n`);
  };
  const manifest = readManifest('package.json');
  writeManifest('package.json', { ...manifest, workspaces: packagedWorkspaces });
  for (const workspace of packagedWorkspaces) {
    const path = `${workspace}/package.json`;
    // A bill of materials names a version and a licence for each part.
    const { version, license } = manifest;
    writeManifest(path, { ...readManifest(path), version, license });
  }
  const npmFiles = ['package-lock.json', '.npmrc'].filter((file) =>
    existsSync(join(project, file)),
  );
  for (const file of npmFiles) copyInto(folder, project, file);
  const platform = ['--os=linux', `--cpu=${name}`, '--libc=glibc'];
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...platform], folder);
  assertLocked(folder, readManifest('package-lock.json'));
  for (const file of npmFiles) rmSync(join(folder, file));
  deleteForeignRuntimes(join(folder, 'node_modules/onnxruntime-node/bin'), name);
}

function deleteLeftOut(folder) {
  for (const path of listFiles(folder)) {
    if (isLeftOut(relative(folder, path))) rmSync(path, { recursive: true, force: true });
  }
}

/** Every library has the version and checksum of the lock file. */
function assertLocked(folder, lock) {
  const { packages } = JSON.parse(
    readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
  );
  const libraries = Object.entries(packages).filter(([, { link }]) => !link);
  const others = libraries.filter(
    ([path, { integrity }]) => integrity && lock.packages[path]?.integrity !== integrity,
  );
  if (libraries.length === 0 || others.length > 0) {
    throw new Error(`Not as in package-lock.json: ${others.map(([path]) => path).join(', ')}`);
  }
}

/** The library of the waste classifier brings every platform in one npm package. */
function deleteForeignRuntimes(bin, name) {
  const isForeign = (path) => /^[^/]+\/\w+\/\w+$/.test(path) && !path.endsWith(`/linux/${name}`);
  for (const path of listFiles(bin).map((file) => relative(bin, file))) {
    if (isForeign(path)) rmSync(join(bin, path), { recursive: true });
  }
}

/** Node.js as nodejs.org publishes it, from the npm package that repeats it. Debian 12 has one that is too old. */
function addNode(bin, { name }) {
  mkdirSync(bin);
  const args = ['pack', `node-linux-${name}@${node.version}`, '--loglevel=error'];
  const file = join(bin, run('npm', args, bin).trim().split('\n').at(-1));
  assertChecksum(file, node.integrity[name]);
  const members = ['package/bin/node', 'package/LICENSE'];
  run('tar', ['-xzf', file, ...members], bin);
  renameSync(join(bin, members[0]), join(bin, 'node'));
  renameSync(join(bin, members[1]), join(bin, 'node.LICENSE'));
  rmSync(join(bin, 'package'), { recursive: true });
  rmSync(file);
}

export function assertChecksum(file, integrity) {
  const digest = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (digest === integrity) return;
  throw new Error(`${basename(file)} has another checksum than packaging/node.json says.`);
}

/** Everybody may read and only root may write, whatever the umask was and whoever packed a library. */
function setRights(folder) {
  for (const path of listFiles(folder)) {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) continue;
    const canRun = stats.isDirectory() || isRun(relative(folder, path));
    chmodSync(path, canRun ? 0o755 : 0o644);
  }
}

export function assertArchitecture(folder, { name, elfMachine }) {
  const wrong = listPrograms(folder).filter(({ machine }) => machine !== elfMachine);
  if (wrong.length === 0) return;
  throw new Error(`These are not for ${name}: ${wrong.map(({ path }) => path).join(', ')}`);
}

/** The programs and native libraries of a folder, and the machine that each is for. */
export function listPrograms(folder) {
  const header = Buffer.alloc(20);
  return listFiles(folder).flatMap((path) => {
    if (!lstatSync(path).isFile()) return [];
    const file = openSync(path);
    const size = readSync(file, header);
    closeSync(file);
    const isProgram = size === header.length && header.toString('latin1', 0, 4) === '\x7fELF';
    return isProgram ? [{ path: relative(folder, path), machine: header.readUInt16LE(18) }] : [];
  });
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
}
