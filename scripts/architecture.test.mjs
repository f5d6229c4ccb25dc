import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..'));
const folders = ['contract/src', 'server/src', 'web/src'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => posix.join(folder, file.replaceAll('\\', '/'))),
);

const textOf = (file) => readFileSync(join(root, file), 'utf8');

/** Every import in the project: from which file, and what, as a path of ours or a package's name. */
const imports = files.flatMap((from) =>
  [...textOf(from).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, target]) => ({
    from,
    to: target.startsWith('.') ? posix.join(posix.dirname(from), target) : target,
  })),
);

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);
const placeOf = (file) => /^(contract|server|web)\/src\/(?:(\w+)\/)?/.exec(file)?.[2] ?? '';
const featureOf = (file) => /^(?:server|web)\/src\/features\/(\w+)\//.exec(file)?.[1];

/** Looks at the imports that `concern` picks, and names those that break the rule. */
function breaches(concern, isAllowed) {
  const looked = imports.filter(concern);
  expect(looked.length).toBeGreaterThan(0);
  return looked.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} → ${to}`);
}

test('every file that is compiled was seen, and the imports of each', { timeout: 60_000 }, () => {
  const compiled = ['contract', 'server', 'web'].flatMap((part) =>
    execFileSync('npx', ['--no-install', 'tsc', '-p', part, '--listFilesOnly'], { cwd: root })
      .toString()
      .split('\n')
      .map((file) => file.slice(root.length + 1))
      .filter((file) => folders.some((folder) => file.startsWith(`${folder}/`))),
  );
  expect(files.toSorted()).toEqual([...new Set(compiled)].toSorted());
  const importing = new Set(imports.map(({ from }) => from));
  const silent = files.filter((file) => !importing.has(file));
  expect(silent.filter((file) => /^import\b/m.test(textOf(file)))).toEqual([]);
});

test('the contract imports zod and itself', () => {
  expect(
    breaches(
      ({ from }) => from.startsWith('contract/') && !isTest(from),
      ({ to }) => to === 'zod' || to.startsWith('contract/src/'),
    ),
  ).toEqual([]);
});

test('server and web know the contract, never each other', () => {
  expect(
    breaches(
      ({ from }) => from.startsWith('server/') || from.startsWith('web/'),
      ({ from, to }) =>
        from.startsWith('server/')
          ? !/^(web\/|@lop-xanh\/web)/.test(to)
          : !/^(server\/|@lop-xanh\/server)/.test(to),
    ),
  ).toEqual([]);
});

test('what features stand on knows nothing of them', () => {
  const foundations = ['http', 'database', 'storage', 'tables', 'backup', 'ui', 'lib'];
  expect(foundations.filter((place) => !files.some((file) => placeOf(file) === place))).toEqual([]);
  expect(
    breaches(
      ({ from }) => foundations.includes(placeOf(from)) && !isTest(from),
      ({ to }) =>
        !['features', 'demo', 'app', 'commands'].includes(placeOf(to)) &&
        !/^server\/src\/(app|server|main)\.ts$/.test(to),
    ),
  ).toEqual([]);
});

test('a server feature calls another through its service alone', () => {
  expect(
    breaches(
      ({ from }) => from.startsWith('server/') && featureOf(from),
      ({ from, to }) =>
        !featureOf(to) || featureOf(to) === featureOf(from) || to.endsWith('.service.ts'),
    ),
  ).toEqual([]);
});

test('a web feature never imports another, nor the app around it', () => {
  expect(
    breaches(
      ({ from }) => from.startsWith('web/') && featureOf(from),
      ({ from, to }) =>
        placeOf(to) !== 'app' && (!featureOf(to) || featureOf(to) === featureOf(from)),
    ),
  ).toEqual([]);
});

test('SQL stands in the queries of a feature, and in nothing above them', () => {
  expect(
    breaches(
      ({ from, to }) => to === 'kysely' && from.startsWith('server/src/features/') && !isTest(from),
      ({ from }) => !/\.(routes|rules|service)\.ts$/.test(from),
    ),
  ).toEqual([]);
});

test('only the embedded database, its user and the reader of tables are started as programs', () => {
  expect(
    breaches(
      ({ from, to }) => to === 'node:child_process' && !isTest(from),
      ({ from }) => /^server\/src\/(database\/|tables\/open-tables\.ts$)/.test(from),
    ),
  ).toEqual([]);
});

test('no text becomes markup or a program', () => {
  const dangerous =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  expect(files.filter((file) => !isTest(file) && dangerous.test(textOf(file)))).toEqual([]);
});
