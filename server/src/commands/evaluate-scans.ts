import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toScanResult } from '@lop-xanh/contract/rules/waste-result';
import { wasteLabels } from '@lop-xanh/contract/scan';
import { openClassifier } from '../features/scan/classifier.ts';
import { readDefaultPack } from '../features/scan/waste-packs.ts';

/** Classifies the test photos of the training set with the server's own code: `npm run evaluate -- <folder>`. */
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: npm run evaluate -- <folder with the photos and manifest.csv>');
  process.exit(1);
}

interface Evaluation {
  label: string;
  predicted: string;
  isConfident: boolean;
  /** The prediction of the training's own evaluation. */
  pythonLabel: string | undefined;
}

const pack = readDefaultPack();
const getGroup = (label: string) => pack.kinds[label as keyof typeof pack.kinds].group;
const pythonFile = new URL('../../../ml/figures/large-test-labels.json', import.meta.url);
const pythonLabels: Record<string, string> = JSON.parse(readFileSync(pythonFile, 'utf8'));

const rows = readFileSync(join(folder, 'manifest.csv'), 'utf8').trim().split(/\r?\n/).slice(1);
const photos = rows
  .map((row) => row.split(','))
  .filter((fields) => fields[4] === 'test')
  .map(([path = '', label = '']) => ({ path, label }));

const classifier = openClassifier();
const evaluations: Evaluation[] = [];
for (const { path, label } of photos) {
  const bytes = readFileSync(join(folder, path));
  const image = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  const classification = await classifier.classify(image);
  const predicted = toScanResult({ ...classification, threshold: 0 }, pack)?.label ?? '';
  evaluations.push({
    label,
    predicted,
    isConfident: toScanResult(classification, pack) !== null,
    pythonLabel: pythonLabels[path],
  });
}
await classifier.close();

const isCorrect = ({ label, predicted }: Evaluation) => label === predicted;
report('all ten materials', evaluations, isCorrect);
report(
  'four groups',
  evaluations,
  ({ label, predicted }) => getGroup(label) === getGroup(predicted),
);
for (const label of wasteLabels) {
  report(
    label,
    evaluations.filter((photo) => photo.label === label),
    isCorrect,
  );
}
report('confident', evaluations, ({ isConfident }) => isConfident);
report(
  'correct if confident',
  evaluations.filter(({ isConfident }) => isConfident),
  isCorrect,
);
report(
  'same label as Python',
  evaluations.filter(({ pythonLabel }) => pythonLabel !== undefined),
  ({ predicted, pythonLabel }) => predicted === pythonLabel,
);

function report(
  name: string,
  photos: Evaluation[],
  isCounted: (photo: Evaluation) => boolean,
): void {
  const share = (100 * photos.filter(isCounted).length) / photos.length;
  console.log(
    `${name.padEnd(22)} ${String(photos.length).padStart(5)} ${share.toFixed(1).padStart(6)} %`,
  );
}
