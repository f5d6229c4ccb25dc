import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findRelease, listSources, makeRelease } from './releases.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const projectRoot = dirname(scripts);

const files = {
  'package.json': '{ "type": "module", "workspaces": ["server"] }',
  'package-lock.json': '{ "packages": { "": {}, "node_modules/lazy": { "version": "1.0.0" } } }',
  'tsconfig.base.json': '{}',
  'contract/waste-packs/default.json': '{}',
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

const isRoot = process.getuid() === 0;
/** Without root there is only one user. */
const ordinaryUser = isRoot ? { uid: 65534, gid: 65534 } : { uid: process.getuid() };
/** Without what vitest preloads: another user may not be able to read the project. */
const asOrdinaryUser = { ...ordinaryUser, env: { PATH: process.env.PATH } };

/** A project of a few files with the real scripts. */
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

describe('a release', () => {
  test('keeps the modules, code and pages of a running server during installs and builds', async () => {
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
    server.send('report');
    expect(await once(server, 'message')).toEqual([
      { module: 1, code: 1, page: 'page 1' },
      undefined,
    ]);

    // Only the last two others are kept. Once the server has ended, the next build deletes its release.
    expect(readdirSync(join(root, 'releases'))).toHaveLength(3);
    server.kill();
    await once(server, 'exit');
    appendFileSync(join(root, 'web/index.html'), '!');
    release(root);
    expect(existsSync(first)).toBe(false);
    expect(readdirSync(join(root, 'releases'))).toHaveLength(2);
  });

  test('is built once for the same sources, and an aborted build leaves none', () => {
    const root = makeProject();
    const existing = release(root);
    const failingCompile = () => {
      throw new Error('killed');
    };
    expect(makeRelease(root, failingCompile)).toBe(existing);

    appendFileSync(join(root, 'web/index.html'), '!');
    expect(() => makeRelease(root, failingCompile)).toThrow('killed');
    expect(findRelease(root)).toBeUndefined();
  });

  test('is rebuilt for another API host, and commands find it without knowing the host', () => {
    const root = makeProject();
    vi.stubEnv('VITE_API_HOST', 'https://api.example');
    onTestFinished(() => void vi.unstubAllEnvs());
    const forHost = release(root);
    vi.unstubAllEnvs();
    expect(findRelease(root)).toBe(forHost);
    expect(release(root)).not.toBe(forHost);
  });

  test('is rebuilt when any built or shipped file changes', () => {
    const root = makeProject();
    const isRebuiltAfterChange = (file) => {
      const before = release(root);
      appendFileSync(join(root, file), ' ');
      return findRelease(root) === undefined && release(root) !== before;
    };
    const sources = listSources(root);
    expect(sources).toContain('web/style-mixins.ts');
    expect(sources.filter((file) => !isRebuiltAfterChange(file))).toEqual([]);
    expect(isRebuiltAfterChange('server/src/main.test.js')).toBe(false);
  });

  test('of root or an ordinary user leaves the other free to build, run and delete their own', async () => {
    const root = makeProject();
    chmodSync(root, 0o755);
    const umask = process.umask(0o077);
    const first = release(root);
    process.umask(umask);
    expect(statSync(join(root, 'releases')).mode & 0o7777).toBe(isRoot ? 0o1777 : 0o755);

    // A process of the ordinary user runs from root's release, which is kept for it.
    const server = fork(join(root, 'run.mjs'), [first], {
      ...asOrdinaryUser,
      execArgv: [],
    });
    onTestFinished(() => void server.kill());
    await once(server, 'message');
    for (const change of ['2', '3', '4']) {
      appendFileSync(join(root, 'web/index.html'), change);
      release(root);
    }
    expect(existsSync(first)).toBe(true);

    const build = `
      import { cpSync } from 'node:fs';
      import { makeCurrent, makeRelease } from './scripts/releases.mjs';
      const release = makeRelease('.', (folder) => cpSync('server/src', folder + '/server/dist', { recursive: true }));
      makeCurrent('.', release);
      process.stdout.write(release);`;
    const buildAsUser = () => {
      appendFileSync(join(root, 'web/index.html'), '.');
      const args = ['--input-type=module', '-e', build];
      const options = { ...asOrdinaryUser, cwd: root, encoding: 'utf8' };
      const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
      // The links in a project of root are root's.
      const note = isRoot ? 'Development tools keep using an earlier build' : '';
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(note) });
      return join(root, stdout);
    };
    const own = [buildAsUser(), buildAsUser(), buildAsUser()];
    expect(own.map((path) => existsSync(path))).toEqual([false, true, true]);
    expect(statSync(own[2]).uid).toBe(ordinaryUser.uid);
  });

  test('is not run if somebody else has added it to a shared folder', () => {
    const root = makeProject();
    const planted = release(root);
    // Only root can be lured; an ordinary user shares the folder with nobody.
    if (isRoot) chownSync(planted, ordinaryUser.uid, ordinaryUser.gid);
    else writeFileSync(join(root, 'web/index.html'), 'other');
    expect(findRelease(root)).toBeUndefined();
    if (isRoot) expect(() => release(root)).toThrow(`${planted} was built by another user.`);
  });

  test('has all files of the built packages except tests', () => {
    const present = ['contract', 'server', 'web', 'ml/weights'].flatMap((part) =>
      readdirSync(join(projectRoot, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1)),
    );
    const sources = new Set(listSources(projectRoot));
    const isExcluded = /\.test\.tsx?$|\/(testing|fixtures|dist|node_modules)\//;
    expect(present.filter((file) => !sources.has(file) && !isExcluded.test(file))).toEqual([]);
  });
});

const listFiles = (root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
const staleBuildMessage =
  /^The code has changed since it was last built, .* npm start, then run this again\.\n$/;

describe('a command', () => {
  const runCommand = (root) =>
    spawnSync(process.execPath, ['scripts/command.mjs', 'backup'], { cwd: root, encoding: 'utf8' });

  test('runs only from a build of the current code, and changes no files otherwise', () => {
    const root = makeProject();
    expect(runCommand(root)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(staleBuildMessage),
    });
    release(root);
    expect(runCommand(root)).toMatchObject({ status: 0, stdout: 'backed up\n' });
    appendFileSync(join(root, 'web/style-mixins.ts'), '// pulled');
    const before = listFiles(root);
    expect(runCommand(root)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(staleBuildMessage),
    });
    expect(listFiles(root)).toEqual(before);
  });
});

/** Prepares a project with this shell command in place of npm. */
function prepareWith(root, command, prepare) {
  const bin = join(root, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${command}\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  return spawnSync(
    process.execPath,
    ['-e', `import('./scripts/prepare.mjs').then((prepare) => prepare.${prepare})`],
    { cwd: root, env: { PATH: [bin, process.env.PATH].join(delimiter) }, encoding: 'utf8' },
  );
}

describe('a copy to be packed', () => {
  test('has a build and modules of its own, and changes nothing of the installation', () => {
    const root = makeProject();
    release(root);
    writeFileSync(
      join(root, 'package-lock.json'),
      files['package-lock.json'].replace('1.0.0', '2.0.0'),
    );
    // As npm does, it installs what compiles.
    const tools = ['tsc', 'vite'].map((tool) => `node_modules/.bin/${tool}`).join(' ');
    const npm = [
      'mkdir -p node_modules/.bin',
      'for tool in tsc vite; do printf "#!/bin/sh\\ntouch built-by-$tool" > node_modules/.bin/$tool; done',
      `chmod +x ${tools}`,
    ].join('\n');
    mkdirSync(join(root, 'bin'));
    writeFileSync(join(root, 'bin', 'npm'), '');
    const before = listFiles(root);
    expect(prepareWith(root, npm, 'buildCopy()')).toMatchObject({ status: 0, stderr: '' });
    const after = listFiles(root);
    const copy = after.find((path) => /^releases\/copy\.\d+$/.test(path));
    expect(after.filter((path) => !path.startsWith(copy))).toEqual(before);
    for (const file of ['built-by-tsc', 'built-by-vite', 'server/src/main.js']) {
      expect(after).toContain(join(copy, file));
    }
  });
});

describe('a development tool', () => {
  const npm = 'mkdir -p node_modules; touch node_modules/new';
  const requireTools = (root) => prepareWith(root, npm, 'requireTools()');

  test('runs only from a build of the current code with its modules, and installs and builds nothing', () => {
    const root = makeProject();
    release(root);
    expect(requireTools(root)).toMatchObject({ status: 0, stdout: '', stderr: '' });

    const expectRefused = (message) => {
      const before = listFiles(root);
      expect(requireTools(root)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(message),
      });
      expect(listFiles(root)).toEqual(before);
    };
    appendFileSync(join(root, 'web/index.html'), '!');
    expectRefused(staleBuildMessage);
    release(root);
    replaceModules(root, 2);
    expectRefused(/^The dependencies are not installed: .*\n$/);
  });
});

describe('an install', () => {
  const installWith = (root, command) => prepareWith(root, command, 'install()');
  const readInstalled = (root) =>
    readFileSync(join(root, 'node_modules', 'lazy', 'index.js'), 'utf8');

  test('replaces the modules only if it succeeds', () => {
    const root = makeProject();
    appendFileSync(join(root, 'package-lock.json'), ' ');
    expect(installWith(root, 'exit 1').status).toBe(0);
    writeFileSync(
      join(root, 'package-lock.json'),
      files['package-lock.json'].replace('1.0.0', '2.0.0'),
    );
    expect(installWith(root, 'rm -rf node_modules; exit 1').status).toBe(1);
    expect(readInstalled(root)).toContain('version: 1');
    const { status } = installWith(
      root,
      'mkdir -p node_modules/lazy; echo 2 > node_modules/lazy/index.js',
    );
    expect([status, readInstalled(root)]).toEqual([0, '2\n']);
    expect(existsSync(join(root, 'node_modules', '.package-lock.json'))).toBe(false);
    expect(installWith(root, 'exit 1').status).toBe(0);
  });
});
