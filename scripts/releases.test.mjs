import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
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
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findRelease, makeRelease, sourcesOf } from './releases.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const project = dirname(scripts);

const files = {
  'package.json': '{ "type": "module", "workspaces": ["server"] }',
  'package-lock.json': '{ "packages": { "": {}, "node_modules/lazy": { "version": "1.0.0" } } }',
  'tsconfig.base.json': '{}',
  'contract/waste-table.json': '{}',
  'ml/figures/large-test-labels.json': '{}',
  'ml/weights/large.onnx': 'weights',
  'node_modules/.package-lock.json':
    '{ "packages": { "node_modules/lazy": { "version": "1.0.0" } } }',
  'node_modules/lazy/index.js': 'module.exports = { version: 1 };',
  'run.mjs': `import { runFrom } from './scripts/releases.mjs';
    await runFrom(process.argv[2], 'main');`,
  'server/migrations/first.sql': '',
  'server/package.json': '{ "type": "module" }',
  'server/src/commands/backup.js': 'console.log("backed up");',
  'server/src/late.js': 'export const late = 1;',
  'server/src/main.js': `import { readFileSync } from 'node:fs';
    process.on('message', async () => process.send({
      module: (await import('lazy')).default.version,
      code: (await import('./late.js')).late,
      page: readFileSync(new URL('../../web/dist/index.html', import.meta.url), 'utf8'),
    }));
    process.send('ready');`,
  'server/src/main.test.js': '',
  'web/index.html': 'page 1',
  'web/style-mixins.ts': '',
};

/** A project of a few files, with the real scripts. */
function makeProject() {
  const root = mkdtempSync(join(tmpdir(), 'lx-project-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  cpSync(scripts, join(root, 'scripts'), { recursive: true });
  return root;
}

function compile(folder) {
  cpSync(join(folder, 'server', 'src'), join(folder, 'server', 'dist'), { recursive: true });
  cpSync(join(folder, 'web', 'index.html'), join(folder, 'web', 'dist', 'index.html'));
}
const release = (root) => makeRelease(root, compile);

const replaceModules = (root, version) => {
  rmSync(join(root, 'node_modules'), { recursive: true });
  mkdirSync(join(root, 'node_modules', 'lazy'), { recursive: true });
  writeFileSync(
    join(root, 'node_modules', 'lazy', 'index.js'),
    `module.exports = { version: ${version} };`,
  );
};

describe('a release', { timeout: 60_000 }, () => {
  test('keeps the modules, code and pages of a running server, whatever is installed and built', async () => {
    const root = makeProject();
    const first = release(root);
    const server = fork(join(root, 'run.mjs'), [first]);
    onTestFinished(() => void server.kill());
    await once(server, 'message');

    for (const version of [2, 3, 4]) {
      replaceModules(root, version);
      writeFileSync(join(root, 'server/src/late.js'), `export const late = ${version};`);
      writeFileSync(join(root, 'web/index.html'), `page ${version}`);
      release(root);
    }
    server.send('answer');
    expect(await once(server, 'message')).toEqual([
      { module: 1, code: 1, page: 'page 1' },
      undefined,
    ]);

    // Of the others only the last two stayed. When the server has ended, the next build takes its release too.
    expect(readdirSync(join(root, 'releases'))).toHaveLength(3);
    server.kill();
    await once(server, 'exit');
    appendFileSync(join(root, 'web/index.html'), '!');
    release(root);
    expect(existsSync(first)).toBe(false);
    expect(readdirSync(join(root, 'releases'))).toHaveLength(2);
  });

  test('is made once for the same sources, and a kill in the midst leaves none', () => {
    const root = makeProject();
    const made = release(root);
    const breaks = () => {
      throw new Error('killed');
    };
    expect(makeRelease(root, breaks)).toBe(made);

    appendFileSync(join(root, 'web/index.html'), '!');
    expect(() => makeRelease(root, breaks)).toThrow('killed');
    expect(findRelease(root)).toBeUndefined();
  });

  test('is another one for an API on another host, which commands need not know', () => {
    const root = makeProject();
    vi.stubEnv('VITE_API_HOST', 'https://api.example');
    onTestFinished(() => void vi.unstubAllEnvs());
    const forHost = release(root);
    vi.unstubAllEnvs();
    expect(findRelease(root)).toBe(forHost);
    expect(release(root)).not.toBe(forHost);
  });

  test('is another one when any file changes that is built or shipped', () => {
    const root = makeProject();
    const changed = (file) => {
      const before = release(root);
      appendFileSync(join(root, file), ' ');
      return findRelease(root) === undefined && release(root) !== before;
    };
    const sources = sourcesOf(root);
    expect(sources).toContain('web/style-mixins.ts');
    expect(sources.filter((file) => !changed(file))).toEqual([]);
    expect(changed('server/src/main.test.js')).toBe(false);
  });

  test('has every file of the parts that are built, but for tests', () => {
    const present = ['contract', 'server', 'web', 'ml/weights'].flatMap((part) =>
      readdirSync(join(project, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1)),
    );
    const sources = new Set(sourcesOf(project));
    const isLeftOut = /\.test\.tsx?$|\/(testing|fixtures|dist|node_modules)\//;
    expect(present.filter((file) => !sources.has(file) && !isLeftOut.test(file))).toEqual([]);
  });
});

describe('a command', { timeout: 60_000 }, () => {
  const runCommand = (root) =>
    spawnSync(process.execPath, ['scripts/command.mjs', 'backup'], { cwd: root, encoding: 'utf8' });
  const filesIn = (root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();

  test('runs from the build of the code as it is, and is refused after a change without a trace', () => {
    const root = makeProject();
    const refusal =
      /^The code has changed since it was last built, .* npm start, then run this again\.\n$/;
    expect(runCommand(root)).toMatchObject({ status: 1, stderr: expect.stringMatching(refusal) });
    release(root);
    expect(runCommand(root)).toMatchObject({ status: 0, stdout: 'backed up\n' });
    appendFileSync(join(root, 'web/style-mixins.ts'), '// pulled');
    const before = filesIn(root);
    expect(runCommand(root)).toMatchObject({ status: 1, stderr: expect.stringMatching(refusal) });
    expect(filesIn(root)).toEqual(before);
  });
});

describe('an install', { timeout: 60_000 }, () => {
  /** Installs, with this in the place of npm. */
  const installWith = (root, npm) => {
    const bin = join(root, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${npm}\n`);
    chmodSync(join(bin, 'npm'), 0o755);
    return spawnSync(
      process.execPath,
      ['-e', "import('./scripts/prepare.mjs').then(({ install }) => install())"],
      { cwd: root, env: { PATH: [bin, process.env.PATH].join(delimiter) }, encoding: 'utf8' },
    );
  };
  const installed = (root) => readFileSync(join(root, 'node_modules', 'lazy', 'index.js'), 'utf8');

  test('that fails leaves the modules as they were, and one that works takes their place', () => {
    const root = makeProject();
    appendFileSync(join(root, 'package-lock.json'), ' ');
    expect(installWith(root, 'exit 1').status).toBe(0);
    writeFileSync(
      join(root, 'package-lock.json'),
      files['package-lock.json'].replace('1.0.0', '2.0.0'),
    );
    expect(installWith(root, 'rm -rf node_modules; exit 1').status).toBe(1);
    expect(installed(root)).toContain('version: 1');
    const { status } = installWith(
      root,
      'mkdir -p node_modules/lazy; echo 2 > node_modules/lazy/index.js',
    );
    expect([status, installed(root)]).toEqual([0, '2\n']);
    expect(existsSync(join(root, 'node_modules', '.package-lock.json'))).toBe(false);
    expect(installWith(root, 'exit 1').status).toBe(0);
  });
});
