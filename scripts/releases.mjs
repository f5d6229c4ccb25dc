import { createHash } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A release is the folder that a server runs from: the sources, their build and the modules. It is
 * named after a digest of its sources and never changes, so that installing and building do not
 * affect a running server.
 */
const getReleasesFolder = (root) => join(root, 'releases');

const isRoot = process.getuid?.() === 0;

/**
 * Root shares the folder with the ordinary users of the project, as the system does with /tmp: each of them can add
 * releases, and delete their own.
 */
const sharedMode = 0o1777;

/** Runs `work` so that other users can read what root creates, whatever root's umask is. */
export function shareAsRoot(root, work) {
  const folder = getReleasesFolder(root);
  const umask = isRoot && process.umask(0o022);
  try {
    mkdirSync(folder, { recursive: true });
    if (isRoot && statSync(folder).uid === 0) chmodSync(folder, sharedMode);
    return work();
  } finally {
    if (isRoot) process.umask(umask);
  }
}

/** Whoever can write the code, or is root, could run anything here. Others must not, by adding a release. */
function isTrusted(root, path) {
  return [0, process.getuid?.(), statSync(root).uid].includes(lstatSync(path).uid);
}

/** Everything that the build or the built server reads; the build sees nothing else. */
const sourcePaths = [
  'contract',
  'server',
  'web',
  'ml/weights',
  'ml/figures/large-test-labels.json',
  'tsconfig.base.json',
  'package-lock.json',
];
const isExcluded = (path) => /(^|\/)(dist|node_modules|testing|fixtures)$|\.test\.\w+$/.test(path);

export function listSources(root) {
  const listUnder = (path) => {
    if (isExcluded(path)) return [];
    if (!statSync(join(root, path)).isDirectory()) return [path];
    const names = readdirSync(join(root, path)).toSorted();
    return names.flatMap((name) => listUnder(`${path}/${name}`));
  };
  return sourcePaths.flatMap(listUnder);
}

/** The web app has the API host built in, so another host needs another release. */
function getReleaseName(root, host = process.env.VITE_API_HOST) {
  return host ? `${computeDigest(root)}-${shortHash(host)}` : computeDigest(root);
}

function computeDigest(root) {
  const hash = createHash('sha256');
  for (const file of listSources(root)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** A release of the current sources, with any API host. */
export function findRelease(root) {
  const digest = computeDigest(root);
  return listNames(root)
    .filter((name) => finishedName.test(name) && name.startsWith(digest))
    .map((name) => join(getReleasesFolder(root), name))
    .find((release) => isTrusted(root, release));
}

/** Makes the release of the current sources unless it exists: in a temporary folder, moved into place when complete. */
export function makeRelease(root, compile) {
  const name = getReleaseName(root);
  const release = join(getReleasesFolder(root), name);
  if (existsSync(release)) return requireTrusted(root, release);
  return shareAsRoot(root, () => {
    deleteOldReleases(root);
    const unfinished = makeTempFolder(root, name);
    for (const file of listSources(root)) copyInto(unfinished, root, file);
    for (const folder of listModuleFolders(root))
      linkTree(join(root, folder), join(unfinished, folder));
    // Created by the user who builds, so that they can also delete its contents.
    mkdirSync(join(unfinished, holdersFolder));
    chmodSync(join(unfinished, holdersFolder), sharedMode);
    compile(unfinished);
    // Named after the copies, because the sources may have changed meanwhile.
    const place = join(getReleasesFolder(root), getReleaseName(unfinished));
    return requireTrusted(root, moveIntoPlace(unfinished, place));
  });
}

function requireTrusted(root, release) {
  if (isTrusted(root, release)) return release;
  throw new Error(`${release} was built by another user. Delete it, then run this again.`);
}

/** Links the latest build for development tools; browser tests import the built contract. */
export function makeCurrent(root, release) {
  try {
    replaceLink(root, basename(release), join(getReleasesFolder(root), 'current'));
    replaceLink(root, '../releases/current/contract/dist', join(root, 'contract', 'dist'));
  } catch (error) {
    console.error(`Development tools keep using an earlier build: ${error.message}`);
  }
}

/** Replaces a link atomically. */
function replaceLink(root, target, path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && readlinkSync(path) === target) return;
  if (found?.isDirectory()) rmSync(path, { recursive: true });
  const next = makeTempPath(root, 'link');
  symlinkSync(target, next);
  renameSync(next, path);
}

/** Runs a file of a release, which is not deleted while this process runs. */
export async function runFrom(release, file) {
  hold(release);
  await import(pathToFileURL(join(release, 'server', 'dist', `${file}.js`)).href);
}

/** Has a file for each process that runs from the release, named after its id. */
const holdersFolder = '.held-by';

function hold(release) {
  const mark = join(release, holdersFolder, String(process.pid));
  try {
    // Fails rather than following a link that another user has put there.
    writeFileSync(mark, '', { flag: 'wx' });
  } catch {
    // A packaged release is never deleted, and nobody may write there.
    return;
  }
  process.on('exit', () => rmSync(mark, { force: true }));
}

function isHeld(release) {
  return readdirSync(join(release, holdersFolder)).some((pid) => isAlive(Number(pid)));
}

/** Keeps the newest release, and those that a process runs from. */
function deleteOldReleases(root) {
  const [finished, unfinished] = [finishedName, unfinishedName].map((pattern) =>
    listNames(root)
      .filter((name) => pattern.test(name))
      .map((name) => join(getReleasesFolder(root), name)),
  );
  const builtAt = (path) => statSync(path).mtimeMs;
  const old = finished.toSorted((a, b) => builtAt(b) - builtAt(a)).slice(1);
  const abandoned = unfinished.filter((path) => !isAlive(Number(unfinishedName.exec(path)[1])));
  // Only root can delete those of other users.
  const isOurs = (path) => isRoot || lstatSync(path).uid === process.getuid?.();
  for (const path of [...abandoned, ...old.filter((release) => !isHeld(release))].filter(isOurs)) {
    deleteRelease(root, path);
  }
}

/** Moves the folder away first, so that no half-deleted release can be found. */
function deleteRelease(root, path) {
  try {
    const trash = makeTempPath(root, 'removed');
    renameSync(path, trash);
    rmSync(trash, { recursive: true });
  } catch (error) {
    console.error(`${path} is no longer needed but could not be deleted: ${error.message}`);
  }
}

/** A free path beside the releases that belongs to this process. */
export function makeTempPath(root, name) {
  const folder = join(getReleasesFolder(root), `${name}.${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

/** Fails rather than using a folder that another user has put there. */
export function makeTempFolder(root, name) {
  const folder = makeTempPath(root, name);
  mkdirSync(folder);
  return folder;
}

const finishedName = /^[0-9a-f]{16}(-[0-9a-f]{8})?$/;
const unfinishedName = /\.(\d+)$/;

function listNames(root) {
  return existsSync(getReleasesFolder(root)) ? readdirSync(getReleasesFolder(root)) : [];
}

/** The module folders of the project and of its workspaces. */
export function listModuleFolders(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return ['node_modules', ...workspaces.map((workspace) => `${workspace}/node_modules`)].filter(
    (folder) => existsSync(join(root, folder)),
  );
}

export function copyInto(folder, root, file) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  copyFileSync(join(root, file), join(folder, file), constants.COPYFILE_FICLONE);
}

/** Hard links take no space and are safe: npm replaces files and never writes into one. */
function linkTree(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source, target) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

/** If two processes build at once, the second uses the identical release of the first. */
function moveIntoPlace(unfinished, place) {
  try {
    renameSync(unfinished, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
  return place;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function shortHash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
