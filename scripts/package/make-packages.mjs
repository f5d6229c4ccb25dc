import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from '../prepare.mjs';
import { makeTempPath } from '../releases.mjs';
import { makeAppFolder } from './app-folder.mjs';
import { makeTarball } from './archive.mjs';
import { writeBillOfMaterials } from './bill-of-materials.mjs';
import { appPlace, makeDebianPackage } from './debian.mjs';

/** Makes the packages of a built project for one architecture, and returns their files. */
export function makePackages(output, { project = root, built, architecture, paths }) {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const epoch = findDate();
  const work = makeTempPath(root, 'package');
  const app = join(work, `lop-xanh-${version}`);
  const name = join(output, `lop-xanh_${version}_linux-${architecture.name}`);
  const files = {
    tarball: `${name}.tar.gz`,
    bill: `${name}.cdx.json`,
    debian: join(output, `lop-xanh_${version}_${architecture.debianName}.deb`),
  };
  makeAppFolder(app, { project, built, architecture, paths });
  writeBillOfMaterials(files.bill, app, { project, epoch });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(project, file), join(app, file));
  makeTarball(files.tarball, app, epoch);
  const debian = join(work, 'debian');
  mkdirSync(dirname(join(debian, appPlace)), { recursive: true });
  renameSync(app, join(debian, appPlace));
  makeDebianPackage(files.debian, debian, { version, architecture, epoch });
  rmSync(work, { recursive: true });
  return files;
}

/** The date of the last commit, so that packing a commit twice gives the same files. */
function findDate() {
  return Number(process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct'], root));
}
