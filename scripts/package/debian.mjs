import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, run } from '../prepare.mjs';

const packaging = join(root, 'packaging');
const { DEBFULLNAME: name = 'Lớp Xanh', DEBEMAIL: email = 'maintainers@lop-xanh.example' } =
  process.env;
const maintainer = `${name} <${email}>`;

/** Where the app folder is. */
export const appPlace = 'usr/lib/lop-xanh';
const unitNames = ['lop-xanh.service'];
const examples = [
  'docs/nginx.conf',
  'ops/cluster/haproxy.cfg',
  'ops/cluster/patroni.yml',
  'ops/grafana/lop-xanh.json',
  'ops/prometheus/alerts.yml',
];

/** Makes a Debian package of `folder`, where the app folder is already in its place. */
export function makeDebianPackage(file, folder, { version, architecture, epoch }) {
  const put = (path, content, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    chmodSync(join(folder, path), mode);
  };
  const read = (path) => readFileSync(join(root, path));
  const putCompressed = (path, content) => put(`${path}.gz`, gzipSync(content, { level: 9 }));
  const doc = 'usr/share/doc/lop-xanh';

  put(`${appPlace}/defaults.env`, read('packaging/defaults.env'));
  put('etc/lop-xanh/lop-xanh.env', read('packaging/lop-xanh.env'), 0o640);
  for (const unit of unitNames) put(`lib/systemd/system/${unit}`, read(`packaging/${unit}`));
  mkdirSync(join(folder, 'usr/bin'), { recursive: true });
  symlinkSync(`../lib/lop-xanh/bin/lop-xanh`, join(folder, 'usr/bin/lop-xanh'));
  putCompressed('usr/share/man/man8/lop-xanh.8', read('packaging/lop-xanh.8'));
  put('usr/share/lintian/overrides/lop-xanh', read('packaging/debian/lintian-overrides'));
  put(`${doc}/copyright`, describeLicences());
  for (const example of examples) put(`${doc}/examples/${basename(example)}`, read(example));
  putCompressed(`${doc}/changelog`, describeVersion(version, epoch));
  for (const page of ['README.md', 'CHANGELOG.md', ...listPages()]) {
    putCompressed(`${doc}/${basename(page)}`, read(page));
  }

  for (const script of ['preinst', 'postinst', 'prerm', 'postrm']) {
    put(`DEBIAN/${script}`, read(`packaging/debian/${script}`), 0o755);
  }
  put('DEBIAN/conffiles', '/etc/lop-xanh/lop-xanh.env\n');
  const files = listFiles(folder);
  put('DEBIAN/md5sums', describeChecksums(folder, files));
  put('DEBIAN/control', describePackage({ version, architecture, size: computeSize(files) }));
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) };
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', folder, file], root, env);
}

function describePackage({ version, architecture, size }) {
  return `Package: lop-xanh
Version: ${version}
Architecture: ${architecture.debianName}
Maintainer: ${maintainer}
Installed-Size: ${size}
Depends: adduser, libc6 (>= 2.31), libgcc-s1, libstdc++6 (>= 10)
Suggests: nginx
Section: web
Priority: optional
Description: class feed, lessons, attendance and a waste scanner for schools
 A web app for primary schools in Vietnam, with moderated posts, lessons by
 grade and week, classes and attendance, accounts, and a scanner that tells a
 student which bin a piece of waste belongs in.
 .
 The package brings its own PostgreSQL and Node.js and runs as a service. A
 running server needs no access to the Internet.
`;
}

function describeVersion(version, epoch) {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000');
  return `lop-xanh (${version}) stable; urgency=medium

  * CHANGELOG.md.gz lists what changed.

 -- ${maintainer}  ${date}
`;
}

function describeLicences() {
  const summary = readFileSync(join(packaging, 'debian/copyright'), 'utf8');
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8');
  const lines = licence.trimEnd().split('\n');
  return `${summary}${lines.map((line) => ` ${line.trim() === '' ? '.' : line}\n`).join('')}`;
}

function listPages() {
  return readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && relative(folder, entry.parentPath) !== 'DEBIAN')
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

function describeChecksums(folder, files) {
  return files
    .map((file) => {
      const digest = createHash('md5').update(readFileSync(file)).digest('hex');
      return `${digest}  ${relative(folder, file)}\n`;
    })
    .join('');
}

/** In KiB, as Debian counts. */
function computeSize(files) {
  return files.reduce((total, file) => total + Math.ceil(lstatSync(file).size / 1024), 0);
}
