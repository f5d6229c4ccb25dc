import { createHash } from 'node:crypto';
import {
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
 * A release is a folder that a server runs from: the sources, what was built from them, and the modules.
 * It is named after its sources and never changed, so no install and no build takes anything away from
 * a server that runs.
 */
const folderOf = (root) => join(root, 'releases');

/** All that a build or a built server reads. The build is made of these alone: without one of them it fails. */
const parts = [
  'contract',
  'server',
  'web',
  'ml/weights',
  'ml/figures/large-test-labels.json',
  'tsconfig.base.json',
  'package-lock.json',
];
const isLeftOut = (path) => /(^|\/)(dist|node_modules|testing|fixtures)$|\.test\.\w+$/.test(path);

export function sourcesOf(root) {
  const under = (path) => {
    if (isLeftOut(path)) return [];
    if (!statSync(join(root, path)).isDirectory()) return [path];
    const names = readdirSync(join(root, path)).toSorted();
    return names.flatMap((name) => under(`${path}/${name}`));
  };
  return parts.flatMap(under);
}

/** The web app knows the address of its API, so it differs with it. The rest of a release does not. */
function nameOf(root, host = process.env.VITE_API_HOST) {
  return host ? `${digestOf(root)}-${hashed(host)}` : digestOf(root);
}

function digestOf(root) {
  const hash = createHash('sha256');
  for (const file of sourcesOf(root)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** A release of these sources, whatever host its web app calls. */
export function findRelease(root) {
  const digest = digestOf(root);
  const name = namesIn(root).find((one) => finishedName.test(one) && one.startsWith(digest));
  return name && join(folderOf(root), name);
}

/** Makes the release of these sources unless it is there: in a folder of its own, moved into place when it is whole. */
export function makeRelease(root, compile) {
  const wanted = nameOf(root);
  const release = join(folderOf(root), wanted);
  if (existsSync(release)) return release;
  removeOldReleases(root);
  const unfinished = unfinishedIn(root, wanted);
  for (const file of sourcesOf(root)) copyInto(unfinished, root, file);
  for (const folder of moduleFolders(root)) linkTree(join(root, folder), join(unfinished, folder));
  // Made by whoever builds, so that they can empty it too.
  mkdirSync(join(unfinished, holders));
  compile(unfinished);
  // Named after the copies: the sources may have changed meanwhile.
  return moveIntoPlace(unfinished, join(folderOf(root), nameOf(unfinished)));
}

/** Where development tools find what was built last; journeys import the contract as it was built. */
export function makeCurrent(root, release) {
  link(root, basename(release), join(folderOf(root), 'current'));
  link(root, '../releases/current/contract/dist', join(root, 'contract', 'dist'));
}

/** Whoever follows the link finds the old place or the new one. */
function link(root, target, path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && readlinkSync(path) === target) return;
  if (found?.isDirectory()) rmSync(path, { recursive: true });
  const next = unfinishedIn(root, 'link');
  symlinkSync(target, next);
  renameSync(next, path);
}

/** Runs a file of a release, which stays as long as we do. */
export async function runFrom(release, file) {
  hold(release);
  await import(pathToFileURL(join(release, 'server', 'dist', `${file}.js`)).href);
}

const holders = '.held-by';

function hold(release) {
  const mark = join(release, holders, String(process.pid));
  try {
    writeFileSync(mark, '');
  } catch {
    // A release of somebody else's, who does not let us write there.
    return;
  }
  process.on('exit', () => rmSync(mark, { force: true }));
}

function isHeld(release) {
  return readdirSync(join(release, holders)).some((pid) => isAlive(Number(pid)));
}

/** The newest stays beside the one to be made, and all that something runs from. */
function removeOldReleases(root) {
  const [finished, unfinished] = [finishedName, unfinishedName].map((pattern) =>
    namesIn(root)
      .filter((name) => pattern.test(name))
      .map((name) => join(folderOf(root), name)),
  );
  const builtAt = (path) => statSync(path).mtimeMs;
  const old = finished.toSorted((one, other) => builtAt(other) - builtAt(one)).slice(1);
  const abandoned = unfinished.filter((path) => !isAlive(Number(unfinishedName.exec(path)[1])));
  for (const path of [...abandoned, ...old.filter((one) => !isHeld(one))]) remove(root, path);
}

/** Moved away first: nobody may find half of it. */
function remove(root, path) {
  try {
    const removed = unfinishedIn(root, 'removed');
    renameSync(path, removed);
    rmSync(removed, { recursive: true });
  } catch (error) {
    console.error(`${path} is no longer needed and could not be removed: ${error.message}`);
  }
}

/** A folder beside the releases that is ours until we end. */
export function unfinishedIn(root, name) {
  const folder = join(folderOf(root), `${name}.${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

const finishedName = /^[0-9a-f]{16}(-[0-9a-f]{8})?$/;
const unfinishedName = /\.(\d+)$/;

function namesIn(root) {
  return existsSync(folderOf(root)) ? readdirSync(folderOf(root)) : [];
}

/** Of the project and of those of its workspaces that have some of their own. */
export function moduleFolders(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return ['node_modules', ...workspaces.map((part) => `${part}/node_modules`)].filter((folder) =>
    existsSync(join(root, folder)),
  );
}

export function copyInto(folder, root, file) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  copyFileSync(join(root, file), join(folder, file), constants.COPYFILE_FICLONE);
}

/** Hard links take no room and a second or two; npm replaces files and never writes into one. */
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

/** Of two who build at once, the second finds the first one's release, which is the same. */
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

function hashed(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
