import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../prepare.mjs';
import { architectures } from './contents.mjs';

/** Installs the packages in a folder with a plain Debian 12. Each test goes on where the one before has stopped. */
const { output, debian, previous } = JSON.parse(process.env.PACKAGES);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { debianName } = architectures.find(({ name }) => name === process.arch);
const current = join(output, `lop-xanh_${version}_${debianName}.deb`);
const settings = join(debian, 'etc/lop-xanh/lop-xanh.env');
const data = join(debian, 'var/lib/lop-xanh');
const migrationNames = readdirSync(join(root, 'server/migrations'));
const school = { school_name: 'TH Kim Đồng' };
const password = 'muaxuan27';
const timeout = 300_000;
/** Node.js names files of this machine in its variables, such as those with certificates. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_'))),
  DEBIAN_FRONTEND: 'noninteractive',
};
let server;
let port;

beforeAll(async () => {
  runHere('mount', '-t', 'proc', 'proc', join(debian, 'proc'));
  port = await findPort();
});

afterAll(async () => {
  await server?.stop();
  runHere('umount', join(debian, 'proc'));
});

test('the version before lets its first Admin in', { timeout }, async () => {
  installPackage(previous.file);
  appendFileSync(settings, `PORT=${port}\nLOGIN_HINT=Hỏi cô văn thư\n`);
  expect(runInside('lop-xanh', 'version').trim()).toBe(previous.version);
  expect(getRights('etc/lop-xanh/lop-xanh.env')).toEqual({ user: 'root', mode: '640' });
  expect(getRights('var/lib/lop-xanh')).toEqual({ user: 'lop-xanh', mode: '750' });
  server = await startServer();
  const [, temporary] = /password (\S+)/.exec(runInside('lop-xanh', 'create-admin', 'hoa'));
  const { token } = await send('POST', '/api/auth/login', { username: 'hoa', password: temporary });
  await send('POST', '/api/auth/change-password', { current: temporary, next: password }, token);
  expect(await send('POST', '/api/admin/schools', school, await logIn())).toMatchObject(school);
});

test('an upgrade keeps settings and data', { timeout }, async () => {
  await server.stop();
  installPackage(current);
  expect(runInside('lop-xanh', 'version').trim()).toBe(version);
  expect(getRights('etc/lop-xanh/lop-xanh.env')).toEqual({ user: 'root', mode: '640' });
  server = await startServer();
  expect(await send('GET', '/api/welcome')).toMatchObject({ hint: 'Hỏi cô văn thư' });
  await expectSchool();
});

test('a command that root runs leaves no file of root', { timeout }, () => {
  runInside('install', '-d', '-o', 'lop-xanh', '/srv/backups');
  expect(runInside('lop-xanh', 'backup', '/srv/backups/first')).toContain('Backed up into');
  expect(getRights('srv/backups/first/manifest.json').user).toBe('lop-xanh');
  expect(runInside('find', '/var/lib/lop-xanh', '!', '-user', 'lop-xanh')).toBe('');
  const { status, stderr } = spawnSync('chroot', [debian, 'lop-xanh', 'create-admin'], {
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: 'Usage: lop-xanh create-admin <username>\n',
  });
  const asOther = [
    'setpriv',
    '--reuid',
    'nobody',
    '--clear-groups',
    'lop-xanh',
    'create-admin',
    'x',
  ];
  const refused = spawnSync('chroot', [debian, ...asOther], { env, encoding: 'utf8' });
  expect(refused.stderr).toBe('You may not read /etc/lop-xanh/lop-xanh.env. Run this with sudo.\n');
});

test('the commands of the operator work while the server runs', { timeout }, () => {
  expect(runInside('lop-xanh', 'status')).toContain(version);
  expect(runInside('lop-xanh', 'doctor')).toContain(`all ${migrationNames.length} have run`);
  runInside('lop-xanh', 'create-admin', 'thu');
  expect(runInside('lop-xanh', 'reset-admin', 'thu')).toContain('thu can log in');
});

test('backups are encrypted to a key that the system user cannot read', { timeout }, () => {
  const key = '/root/backup-key.txt';
  const [recipient] = /BACKUP_RECIPIENT=age1\w+/.exec(runInside('lop-xanh', 'backup-key', key));
  expect(getRights('root/backup-key.txt')).toEqual({ user: 'root', mode: '600' });
  runInside('cp', key, '/srv/key.txt');
  const read = () =>
    runInside('setpriv', '--reuid', 'lop-xanh', '--clear-groups', 'cat', '/srv/key.txt');
  expect(read).toThrow('Permission denied');
  rmSync(join(debian, 'srv/key.txt'));

  runInside('install', '-d', '-o', 'lop-xanh', '/srv/nightly', '/srv/restored');
  appendFileSync(settings, `BACKUP_TARGET=/srv/nightly\n${recipient}\n`);
  expect(runInside('lop-xanh', 'backup')).toContain('Backed up into');
  const nightly = join(debian, 'srv/nightly');
  const names = readdirSync(nightly, { recursive: true });
  const isStored = (name) => statSync(join(nightly, name)).isFile() && !/\.(txt|json)$/.test(name);
  const stored = names.filter(isStored);
  expect(stored.length).toBeGreaterThan(10);
  const begins = stored.map((name) => readFileSync(join(nightly, name)).subarray(0, 21).toString());
  expect(new Set(begins)).toEqual(new Set(['age-encryption.org/v1']));

  const restore = (...options) =>
    runInside('env', 'DATA_DIR=/srv/restored', 'lop-xanh', 'restore', '/srv/nightly', ...options);
  expect(() => restore()).toThrow('--identity');
  expect(restore('--identity', key)).toContain('Restored from');
  expect(runInside('find', '/srv/restored', '!', '-user', 'lop-xanh')).toBe('');
  expect(runInside('lop-xanh', 'drill', '--identity', key)).toContain('can be restored');
});

test('a removed package leaves settings and data for the next installation', {
  timeout,
}, async () => {
  await server.stop();
  runInside('dpkg', '--remove', 'lop-xanh');
  expect(existsSync(join(debian, 'usr/lib/lop-xanh'))).toBe(false);
  expect(existsSync(settings)).toBe(true);
  installPackage(current);
  server = await startServer();
  await expectSchool();
  await server.stop();
});

test('an older program refuses the database of a newer one', { timeout }, async () => {
  const migration = join(debian, 'usr/lib/lop-xanh/server/migrations/2999-01-01-later.sql');
  writeFileSync(migration, 'select 1;');
  server = await startServer();
  await server.stop();
  rmSync(migration);
  await expect(startServer()).rejects.toThrow(/A newer version of Lớp Xanh has migrated/);
});

test('a purge deletes settings and data, but not the user and the backups', { timeout }, () => {
  runInside('dpkg', '--purge', 'lop-xanh');
  expect([data, join(debian, 'etc/lop-xanh')].filter(existsSync)).toEqual([]);
  expect(runInside('id', '-un', 'lop-xanh').trim()).toBe('lop-xanh');
  expect(existsSync(join(debian, 'srv/backups/first/manifest.json'))).toBe(true);
});

test('a backup is restored into a new installation', { timeout }, async () => {
  installPackage(current);
  appendFileSync(settings, `PORT=${port}\n`);
  expect(runInside('lop-xanh', 'restore', '/srv/backups/first')).toContain('Restored from');
  server = await startServer();
  await expectSchool();
  await server.stop();
  runInside('dpkg', '--purge', 'lop-xanh');
});

test('the package leaves the database of a clone that root runs alone', { timeout }, () => {
  const clone = join(data, '0123456789abcdef');
  mkdirSync(clone, { recursive: true });
  expect(() => installPackage(current)).toThrow(/runs from a clone/);
  expect(existsSync(clone)).toBe(true);
  rmSync(data, { recursive: true });
});

test('the tarball starts a demo without an installation', { timeout }, async () => {
  const tarball = join(output, `lop-xanh_${version}_linux-${process.arch}.tar.gz`);
  runHere('tar', '-xzf', tarball, '-C', join(debian, 'opt'));
  runInside('install', '-d', '-o', 'nobody', '/srv/demo');
  const command = [`/opt/lop-xanh-${version}/bin/lop-xanh`, 'start'];
  server = await startServer('nobody', command, { DATA_DIR: '/srv/demo', PORT: String(port) });
  const demo = { username: 'admin', password: 'demo1234' };
  expect(await send('POST', '/api/auth/login', demo)).toHaveProperty('token');
});

function installPackage(file) {
  cpSync(file, join(debian, 'tmp/lop-xanh.deb'));
  // Apt brings the packages that it depends on.
  return runInside('apt-get', 'install', '-qq', '--yes', '--allow-downgrades', '/tmp/lop-xanh.deb');
}

/** Starts the server as systemd does: with the command of the service, as its user, with no variables but these. */
async function startServer(user = 'lop-xanh', command = readExecStart(), variables = {}) {
  const asUser = [
    'setpriv',
    '--reuid',
    user,
    '--regid',
    user === 'nobody' ? 'nogroup' : user,
    '--clear-groups',
  ];
  const child = spawn('chroot', [debian, ...asUser, ...command], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...variables },
  });
  let log = '';
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
  });
  await new Promise((resolve, reject) => {
    const listen = (chunk) => {
      log += chunk;
      if (log.includes('Lớp Xanh is ready at')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(() => reject(new Error(log)));
  });
  return {
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function readExecStart() {
  const unit = readFileSync(join(debian, 'lib/systemd/system/lop-xanh.service'), 'utf8');
  return /^ExecStart=(.*)$/m.exec(unit)[1].split(' ');
}

async function logIn() {
  const { token } = await send('POST', '/api/auth/login', { username: 'hoa', password });
  return token;
}

async function expectSchool() {
  const { schools } = await send('GET', '/api/admin/schools', undefined, await logIn());
  expect(schools).toMatchObject([school]);
}

async function send(method, path, body, token) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

function getRights(path) {
  const mode = (statSync(join(debian, path)).mode & 0o777).toString(8);
  return { user: runInside('stat', '--format=%U', `/${path}`).trim(), mode };
}

function runInside(...command) {
  return runHere('chroot', debian, ...command);
}

function runHere(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stdout}${stderr}`);
  return stdout;
}

/** A port that is free now; the settings need a number. */
function findPort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
