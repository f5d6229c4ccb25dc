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

/** Every import of a source; `to` is a path in the project or the name of a package. */
const listImports = (from, source) =>
  [...source.matchAll(/(?<!['"])\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(
    ([, target]) => ({
      from,
      to: target.startsWith('.') ? posix.join(posix.dirname(from), target) : target,
    }),
  );
const imports = files.flatMap((from) => listImports(from, readSource(from)));

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

test('the checks cover every compiled file and its imports', () => {
  const compiled = ['contract', 'server', 'web'].flatMap((part) =>
    execFileSync('npx', ['--no-install', 'tsc', '-p', part, '--listFilesOnly'], { cwd: root })
      .toString()
      .split('\n')
      .map((file) => file.slice(root.length + 1))
      .filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)))
      .filter((file) => !file.endsWith('.json')),
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
  const sharedLayers = [
    'http',
    'database',
    'storage',
    'tables',
    'language',
    'backup',
    'metrics',
    'ui',
    'lib',
  ];
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

test('a web feature imports another only through its public.ts, and never the app', () => {
  expect(
    listViolations(
      ({ from }) => from.startsWith('web/') && getFeature(from),
      ({ from, to }) => {
        if (getLayer(to) === 'app') return false;
        const isOwn = getFeature(to) === getFeature(from);
        return !getFeature(to) || isOwn !== to.endsWith('/public.ts');
      },
    ),
  ).toEqual([]);
});

test('only what a feature offers to others re-exports, and a public.ts does nothing else', () => {
  const isPublic = (file) => /^web\/src\/features\/[\w-]+\/public\.ts$/.test(file);
  const isService = (file) => /^server\/src\/features\/[\w-]+\/[\w-]+\.service\.ts$/.test(file);
  const reExport = /^export (?:type )?\{[^}]*\} from '[^']+';$/gm;
  const publicFiles = files.filter(isPublic);
  expect(publicFiles.length).toBeGreaterThan(0);
  expect(publicFiles.filter((file) => readSource(file).replace(reExport, '').trim())).toEqual([]);
  const reExporting = files.filter((file) =>
    /^export [^'"\n=]*\bfrom\s+['"]/m.test(readSource(file)),
  );
  expect(reExporting.filter((file) => !isPublic(file) && !isService(file))).toEqual([]);
});

test('no file imports itself through others', () => {
  /** Imports of types are gone before the code runs, and these wait until it has run. */
  const notLoaded = /^(?:import|export) type [^;]*;$|\bimport\(/gm;
  const targets = new Map(
    files.map((from) => [
      from,
      listImports(from, readSource(from).replace(notLoaded, '')).map(({ to }) =>
        to.replace(/^@lop-xanh\/contract\/(.*)/, 'contract/src/$1.ts'),
      ),
    ]),
  );
  const visited = new Set();
  const cycles = [];
  const visit = (file, path) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (visited.has(file)) return;
    visited.add(file);
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
  };
  for (const file of files) visit(file, []);
  expect(files.filter((file) => !visited.has(file))).toEqual([]);
  expect(
    [...targets.values()].flat().filter((target) => targets.has(target)).length,
  ).toBeGreaterThan(files.length);
  expect(cycles).toEqual([]);
});

test('ui and lib know only general parts of the contract and the session', () => {
  expect(
    listViolations(
      ({ from, to }) =>
        /^web\/src\/(ui|lib)\//.test(from) && to.startsWith('@lop-xanh/contract/') && !isTest(from),
      ({ to }) =>
        /^@lop-xanh\/contract\/(rules\/[\w-]+|messages|endpoint|errors|field-errors|auth|site)$/.test(
          to,
        ),
    ),
  ).toEqual([]);
});

// The build drops every other module of which nothing is used, so that a public.ts costs no download.
test('web modules that are imported for their effect are listed in package.json', () => {
  const { sideEffects } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'));
  const targets = files
    .filter((file) => file.startsWith('web/'))
    .flatMap((from) =>
      [...readSource(from).matchAll(/^import ['"](\.[^'"]+\.tsx?)['"]/gm)].map(([, target]) =>
        posix.relative('web', posix.join(posix.dirname(from), target)),
      ),
    );
  expect(targets.length).toBeGreaterThan(0);
  expect([...new Set(targets)].filter((target) => !sideEffects.includes(target))).toEqual([]);
});

test('routes, rules and services contain no SQL', () => {
  expect(
    listViolations(
      ({ from, to }) =>
        to === 'sql-template-tag' && from.startsWith('server/src/features/') && !isTest(from),
      ({ from }) => !/\.(routes|rules|service)\.ts$/.test(from),
    ),
  ).toEqual([]);
});

test('server/src/http contains no SQL and queries no table', () => {
  const queries = /\b(?:from|import)\s*\(?['"](pg|sql-template-tag)['"]|\bsql`|\.query\(/;
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

test('Back closes every modal, drawer and menu', () => {
  /** Users cannot close it. */
  const exception = 'web/src/features/auth/forced-password-change.tsx';
  const opensOverlay = (source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
      .flatMap(([, names]) => names.match(/\b(Modal|Drawer|Menu|Popover)\b/g) ?? [])
      .some((name) => new RegExp(`<${name}(\\.Root)?[\\s>]`).test(source));
  const opening = files.filter((file) => opensOverlay(readSource(file)));
  expect(opening).toContain(exception);
  const hasBack = (source) => /\b(useBackCloses|useMenuState)\(/.test(source);
  expect(opening.filter((file) => !hasBack(readSource(file)))).toEqual([exception]);
  expect(readSource('web/src/ui/use-menu-state.ts')).toContain('useBackCloses(');
});
