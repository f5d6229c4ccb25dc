import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WasteLabel, wasteLabel } from '@lop-xanh/contract/scan';

/** A photo that no net was trained on. */
export interface Photo {
  path: string;
  kind: string;
  source: string;
  /** `extra` is a source that no net was trained on at all. */
  split: 'val' | 'test' | 'extra';
  /** Crops of one scene show the same things. */
  scene: string;
}

const extraSources = ['household', 'hands'];
/** What the kinds of these sources are made of; blister packs (`medical`) are none of the materials. */
const materials: Record<string, WasteLabel | null> = {
  can: 'metal',
  cable: 'e_waste',
  carton: 'cardboard',
  medical: null,
};

export function getMaterial(kind: string): WasteLabel | null {
  const material = materials[kind];
  return material === undefined ? wasteLabel.parse(kind) : material;
}

/** The photos of the manifest without those of training, and those of the extra sources. */
export function readPhotos(folder: string): Photo[] {
  const shared = readManifest(folder).flatMap(({ path, label: kind = '', source = '', split }) =>
    split === 'val' || split === 'test'
      ? [{ path, kind, source, split, scene: path } as const]
      : [],
  );
  const extra = extraSources.flatMap((source) =>
    readManifest(join(folder, source)).map(({ path, kind = '', photo: scene = path }) => ({
      path: `${source}/${path}`,
      kind,
      source,
      split: 'extra' as const,
      scene,
    })),
  );
  return [...shared, ...extra];
}

function readManifest(folder: string): (Record<string, string> & { path: string })[] {
  const file = join(folder, 'manifest.csv');
  if (!existsSync(file)) throw new Error(`${file} is missing: ml/README.md says what it needs`);
  const [names = [], ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(','));
  return rows.map((row) => ({
    path: '',
    ...Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])),
  }));
}
