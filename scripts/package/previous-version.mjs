import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreviousVersion } from '../previous-version.mjs';
import { packagedPaths } from './contents.mjs';
import { makePackages } from './make-packages.mjs';

/** What the version before had in another place. */
const formerPaths = ['contract/waste-table.json'];

/** Packs the version before with today's scripts. Returns its Debian package. */
export function packPreviousVersion(output, architecture) {
  const project = buildPreviousVersion();
  const paths = [...packagedPaths, ...formerPaths].filter((path) =>
    existsSync(join(project, path)),
  );
  const { debian } = makePackages(output, { project, built: project, architecture, paths });
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  rmSync(project, { recursive: true });
  return { version, file: debian };
}
