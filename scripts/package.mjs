import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeChecksums } from './package/archive.mjs';
import { architectures } from './package/contents.mjs';
import { makePackages } from './package/make-packages.mjs';
import { buildCopy, root, step } from './prepare.mjs';

const output = join(root, 'dist');
const built = buildCopy();
rmSync(output, { recursive: true, force: true });
mkdirSync(output);
for (const architecture of architectures) {
  step(`Packing for ${architecture.name}`, () => makePackages(output, { built, architecture }));
}
rmSync(built, { recursive: true });
await writeChecksums(output);
console.log(`The packages are in ${output}`);
