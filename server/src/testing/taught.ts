import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureCounts, normalizeFeatures } from '@lop-xanh/contract/rules/taught-head';
import type { Db } from '../database/database.ts';
import { deviceModel, shippedModel } from '../features/scan/model.ts';
import { encodeHalves } from '../lib/half-floats.ts';
import { insertRow } from './fixtures.ts';

const readChecksum = (file: string): string =>
  JSON.parse(readFileSync(file.replace('.onnx', '.json'), 'utf8')).sha256;

/** What the server calls its pair of nets. */
export const currentModel = createHash('sha256')
  .update(`${readChecksum(shippedModel)} ${readChecksum(deviceModel)}`)
  .digest('hex');

/** The small net without the file that describes it. */
export function copyBareDeviceModel(folder: string): string {
  const file = join(folder, 'small.onnx');
  copyFileSync(deviceModel, file);
  return file;
}

/** Features in the direction of one axis, with a little of others. */
export function makeFeatures(count: number, axis: number, noise = 0.02): Buffer {
  const features = Float32Array.from({ length: count }, () => noise * Math.random());
  features[axis] = 1;
  return encodeHalves(normalizeFeatures(features));
}

export function addTaughtKind(db: Db, schoolId: number, fields: object = {}): Promise<number> {
  return insertRow(db, 'taught_kinds', {
    school_id: schoolId,
    label: 'battery',
    name: `Pin ${randomBytes(4).toString('hex')}`,
    waste_group: 'hazardous',
    advice: 'Đưa cho thầy cô',
    ...fields,
  });
}

/** A photo in the database only. */
export function addTaughtPhoto(
  db: Db,
  {
    school_id,
    kind_id,
    ...fields
  }: { school_id: number; kind_id: number } & Record<string, unknown>,
): Promise<number> {
  return insertRow(db, 'taught_photos', {
    school_id,
    kind_id,
    approved_at: new Date(),
    model: currentModel,
    features: makeFeatures(featureCounts.server, kind_id % featureCounts.server),
    device_features: makeFeatures(featureCounts.device, kind_id % featureCounts.device),
    ...fields,
  });
}

/** A kind with approved photos that are much alike. */
export async function addTaught(
  db: Db,
  school_id: number,
  { photos = 3, ...fields }: { photos?: number } & Record<string, unknown> = {},
): Promise<number> {
  const kind_id = await addTaughtKind(db, school_id, fields);
  for (let i = 0; i < photos; i++) await addTaughtPhoto(db, { school_id, kind_id });
  return kind_id;
}

/** A photo that waits, with the name of a file. */
export async function addWaitingPhoto(
  db: Db,
  {
    school_id,
    kind_id,
    ...fields
  }: { school_id: number; kind_id: number } & Record<string, unknown>,
) {
  const file = `aa/${randomBytes(16).toString('hex')}.webp`;
  const values = { school_id, kind_id, approved_at: null, file, ...fields };
  return { file, id: await addTaughtPhoto(db, values) };
}
