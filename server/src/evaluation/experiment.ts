import { applyHead } from '@lop-xanh/contract/rules/taught-head';
import { type Reference, type TaughtExample, trainHead } from '@lop-xanh/contract/rules/train-head';
import { chooseLabel } from '@lop-xanh/contract/rules/waste-result';
import type { WasteLabel, WastePack } from '@lop-xanh/contract/scan';
import type { PhotoOutput } from './outputs.ts';
import { getMaterial, type Photo } from './photos.ts';
import { createRandom } from './random.ts';

const photosPerRun = 10;
const householdKinds = ['can', 'plastic', 'metal', 'cable', 'glass', 'medical'];
const newKinds = ['carton', 'cable', 'medical'];

export interface SeenPhoto extends Photo, PhotoOutput {}

interface MeasuredPhoto extends SeenPhoto {
  material: WasteLabel | null;
  /** What the shipped net answers, however sure it is. */
  answer: WasteLabel | null;
  /** Photos taken one after the other, which show the same things; undefined outside of the extra sources. */
  run: string | undefined;
}

/** What the shares of several photos are, by name, in percent. */
export type Measures = Record<string, number>;

/** Teaches some photos of the extra sources and measures the others, as often as wanted. */
export function openExperiment(seen: SeenPhoto[], reference: Reference, pack: WastePack) {
  const runs = listRuns(seen);
  const photos = seen.map(
    (photo): MeasuredPhoto => ({
      ...photo,
      material: getMaterial(photo.kind),
      answer: chooseLabel({ probabilities: photo.probabilities, threshold: 0 }, pack),
      run: runs.get(toRunKey(photo)),
    }),
  );

  /** Teaches `count` photos of each kind from one half of the runs; the other half is there to be measured. */
  const teach = (kinds: string[], count: number, seed: number) => {
    const random = createRandom(seed);
    const shuffled = random.shuffle([...new Set(runs.values())]);
    const pool = new Set(shuffled.slice(0, Math.floor(shuffled.length / 2)));
    const isInPool = ({ run }: MeasuredPhoto) => run !== undefined && pool.has(run);
    const examples = kinds.flatMap((kind, index): TaughtExample[] =>
      random
        .shuffle(photos.filter((photo) => photo.kind === kind && isInPool(photo)))
        .slice(0, count)
        .map(({ features }) => ({ kind: index, features })),
    );
    const { head, seenAs } = trainHead(examples, reference);
    return {
      rest: photos.filter((photo) => !isInPool(photo)),
      find: ({ features }: MeasuredPhoto) => kinds[applyHead(head, features).found ?? -1],
      leftOut: toShare(examples.map(({ kind }, index) => seenAs[index] === kind)),
    };
  };

  return {
    measureHousehold(count: number, seed: number): Measures {
      const { rest, find, leftOut } = teach(householdKinds, count, seed);
      const answers = rest
        .filter(({ source }) => source === 'household')
        .map((photo) => {
          const kind = find(photo) ?? photo.answer;
          return { photo, kind, material: kind && getMaterial(kind) };
        });
      const before = toShare(answers.map(({ photo }) => photo.answer === photo.material));
      const after = toShare(answers.map(({ photo, material }) => material === photo.material));
      const exact = toShare(answers.map(({ photo, kind }) => kind === photo.kind));
      return {
        'material right before': before,
        'material right after': after,
        'exact kind right after': exact,
        'exact kind right, each taught photo left out': leftOut,
        'gain, material': after - before,
        'gain, exact kind after less material before': exact - before,
      };
    },
    measureNewKinds(count: number, seed: number): Measures {
      const { rest, find } = teach(newKinds, count, seed);
      const found = rest
        .filter(({ split }) => split !== 'val')
        .map((photo) => ({ photo, kind: find(photo) }));
      const others = found.filter(({ photo }) => !newKinds.includes(photo.kind));
      const alarm = (part: typeof found) => toShare(part.map(({ kind }) => kind !== undefined));
      const [household, hands] = ['household', 'hands'].map((source) =>
        alarm(others.filter(({ photo }) => photo.source === source)),
      ) as [number, number];
      const test = alarm(others.filter(({ photo }) => photo.split === 'test'));
      return {
        ...Object.fromEntries(
          newKinds.map((kind) => {
            const own = found.filter(({ photo }) => photo.kind === kind);
            return [`${kind} found`, toShare(own.map((answer) => answer.kind === kind))];
          }),
        ),
        'false alarms on everything else': alarm(others),
        'false alarms on everything else, its three sources counted equally':
          (household + hands + test) / 3,
        'false alarms on other household photos': household,
        'false alarms on other photos of hands': hands,
        'false alarms on test photos': test,
      };
    },
  };
}

const toRunKey = ({ source, scene }: Photo) => `${source} ${scene}`;

/** The run of each scene of the extra sources. */
function listRuns(photos: Photo[]): Map<string, string> {
  const extra = photos.filter(({ split }) => split === 'extra');
  const sources = [...new Set(extra.map(({ source }) => source))].toSorted();
  return new Map(
    sources.flatMap((source) => {
      const scenes = new Set(extra.filter((photo) => photo.source === source).map(toRunKey));
      return [...scenes]
        .toSorted()
        .map((scene, index) => [scene, `${source} ${Math.floor(index / photosPerRun)}`] as const);
    }),
  );
}

function toShare(facts: boolean[]): number {
  return (100 * facts.filter(Boolean).length) / facts.length;
}
