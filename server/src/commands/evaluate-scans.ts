import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf } from '@lop-xanh/contract/rules/waste-answer';
import { wasteLabels } from '@lop-xanh/contract/scan';
import { openClassifier } from '../features/scan/classifier.ts';
import { readWasteTable } from '../features/scan/waste-table.ts';

/** Runs the test photos of the training through the server's own code: `npm run evaluate -- <folder>`. */
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Say where the photos and their manifest.csv are: npm run evaluate -- <folder>');
  process.exit(1);
}

interface Judged {
  label: string;
  found: string;
  isAnswered: boolean;
  /** What the training's own evaluation found. */
  python: string | undefined;
}

const table = readWasteTable();
const groupOf = (label: string) => table.labels[label as keyof typeof table.labels].group;
const pythonFile = new URL('../../../ml/figures/large-test-labels.json', import.meta.url);
const python: Record<string, string> = JSON.parse(readFileSync(pythonFile, 'utf8'));

const rows = readFileSync(join(folder, 'manifest.csv'), 'utf8').trim().split(/\r?\n/).slice(1);
const photos = rows
  .map((row) => row.split(','))
  .filter((fields) => fields[4] === 'test')
  .map(([path = '', label = '']) => ({ path, label }));

const classifier = openClassifier();
const judged: Judged[] = [];
for (const { path, label } of photos) {
  const bytes = readFileSync(join(folder, path));
  const image = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  const opinion = await classifier.classify(image);
  const found = resultOf({ ...opinion, threshold: 0 }, table)?.label ?? '';
  judged.push({
    label,
    found,
    isAnswered: resultOf(opinion, table) !== null,
    python: python[path],
  });
}
await classifier.close();

const isRight = ({ label, found }: Judged) => label === found;
report('all ten materials', judged, isRight);
report('four groups', judged, ({ label, found }) => groupOf(label) === groupOf(found));
for (const label of wasteLabels) {
  report(
    label,
    judged.filter((photo) => photo.label === label),
    isRight,
  );
}
report('answered', judged, ({ isAnswered }) => isAnswered);
report(
  'right of those',
  judged.filter(({ isAnswered }) => isAnswered),
  isRight,
);
report(
  'same label as Python',
  judged.filter(({ python }) => python !== undefined),
  ({ found, python }) => found === python,
);

function report(name: string, photos: Judged[], holds: (photo: Judged) => boolean): void {
  const share = (100 * photos.filter(holds).length) / photos.length;
  console.log(
    `${name.padEnd(22)} ${String(photos.length).padStart(5)} ${share.toFixed(1).padStart(6)} %`,
  );
}
