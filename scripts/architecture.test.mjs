import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..'));
const folders = ['contract/src', 'server/src', 'web/src'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => posix.join(folder, file.replaceAll('\\', '/'))),
);

const readSource = (file) => readFileSync(join(root, file), 'utf8');

/** Every import in the project; `to` is a path in the project or the name of a package. */
const imports = files.flatMap((from) =>
  [...readSource(from).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    ([, target]) => ({
      from,
      to: target.startsWith('.') ? posix.join(posix.dirname(from), target) : target,
    }),
  ),
);

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);
const getLayer = (file) => /^(contract|server|web)\/src\/(?:(\w+)\/)?/.exec(file)?.[2] ?? '';
const getFeature = (file) => /^(?:server|web)\/src\/features\/(\w+)\//.exec(file)?.[1];

/** Lists the imports selected by `isChecked` that are not allowed. */
function listViolations(isChecked, isAllowed) {
  const checked = imports.filter(isChecked);
  expect(checked.length).toBeGreaterThan(0);
  return checked
    .filter((imported) => !isAllowed(imported))
    .map(({ from, to }) => `${from} → ${to}`);
}

test('the checks cover every compiled file and its imports', { timeout: 60_000 }, () => {
  const compiled = ['contract', 'server', 'web'].flatMap((part) =>
    execFileSync('npx', ['--no-install', 'tsc', '-p', part, '--listFilesOnly'], { cwd: root })
      .toString()
      .split('\n')
      .map((file) => file.slice(root.length + 1))
      .filter((file) => folders.some((folder) => file.startsWith(`${folder}/`))),
  );
  expect(files.toSorted()).toEqual([...new Set(compiled)].toSorted());
  const importing = new Set(imports.map(({ from }) => from));
  const withoutImports = files.filter((file) => !importing.has(file));
  expect(withoutImports.filter((file) => /^import\b/m.test(readSource(file)))).toEqual([]);
});

test('the contract imports only zod and itself', () => {
  expect(
    listViolations(
      ({ from }) => from.startsWith('contract/') && !isTest(from),
      ({ to }) => to === 'zod' || to.startsWith('contract/src/'),
    ),
  ).toEqual([]);
});

test('server and web do not import each other', () => {
  expect(
    listViolations(
      ({ from }) => from.startsWith('server/') || from.startsWith('web/'),
      ({ from, to }) =>
        from.startsWith('server/')
          ? !/^(web\/|@lop-xanh\/web)/.test(to)
          : !/^(server\/|@lop-xanh\/server)/.test(to),
    ),
  ).toEqual([]);
});

test('shared layers do not import features', () => {
  const sharedLayers = ['http', 'database', 'storage', 'tables', 'backup', 'ui', 'lib'];
  expect(sharedLayers.filter((layer) => !files.some((file) => getLayer(file) === layer))).toEqual(
    [],
  );
  expect(
    listViolations(
      ({ from }) => sharedLayers.includes(getLayer(from)) && !isTest(from),
      ({ to }) =>
        !['features', 'demo', 'app', 'commands'].includes(getLayer(to)) &&
        !/^server\/src\/(app|server|main)\.ts$/.test(to),
    ),
  ).toEqual([]);
});

test('a server feature imports only the services of other features', () => {
  expect(
    listViolations(
      ({ from }) => from.startsWith('server/') && getFeature(from),
      ({ from, to }) =>
        !getFeature(to) || getFeature(to) === getFeature(from) || to.endsWith('.service.ts'),
    ),
  ).toEqual([]);
});

test('a web feature imports neither another feature nor the app', () => {
  expect(
    listViolations(
      ({ from }) => from.startsWith('web/') && getFeature(from),
      ({ from, to }) =>
        getLayer(to) !== 'app' && (!getFeature(to) || getFeature(to) === getFeature(from)),
    ),
  ).toEqual([]);
});

test('routes, rules and services contain no SQL', () => {
  expect(
    listViolations(
      ({ from, to }) => to === 'kysely' && from.startsWith('server/src/features/') && !isTest(from),
      ({ from }) => !/\.(routes|rules|service)\.ts$/.test(from),
    ),
  ).toEqual([]);
});

test('server/src/http contains no SQL and queries no table', () => {
  const queries =
    /\b(?:from|import)\s*\(?['"](kysely|pg)['"]|\bsql`|\.(query|executeQuery|selectFrom|insertInto|updateTable|deleteFrom)\(/;
  const find = (folder) =>
    files.filter(
      (file) => file.startsWith(folder) && !isTest(file) && queries.test(readSource(file)),
    );
  expect(find('server/src/features/').length).toBeGreaterThan(0);
  expect(find('server/src/http/')).toEqual([]);
});

test('the general helpers of the server import no other part of it', () => {
  expect(
    listViolations(
      ({ from }) => from.startsWith('server/src/lib/') && !isTest(from),
      ({ to }) => to.startsWith('server/src/lib/') || !to.startsWith('server/'),
    ),
  ).toEqual([]);
});

test('only the database and table reader code starts child processes', () => {
  expect(
    listViolations(
      ({ from, to }) => to === 'node:child_process' && !isTest(from),
      ({ from }) => /^server\/src\/(database\/|tables\/table-reader\.ts$)/.test(from),
    ),
  ).toEqual([]);
});

test('no text is inserted as HTML or run as code', () => {
  const dangerous =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  expect(files.filter((file) => !isTest(file) && dangerous.test(readSource(file)))).toEqual([]);
});
