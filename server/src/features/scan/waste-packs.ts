import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ChosenPack,
  type WastePack,
  wasteGroups,
  wastePack,
  wastePackFile,
} from '@lop-xanh/contract/scan';
import { z } from 'zod';
import { OperatorError } from '../../operator-error.ts';

export const defaultPackId = 'default';
const shippedFolder = fileURLToPath(new URL('../../../../contract/waste-packs', import.meta.url));

/** By id, the default pack first. */
export type WastePacks = ReadonlyMap<string, ChosenPack>;

/** Reads every pack from a folder whose files operators may edit or add to, because provinces differ. */
export function readWastePacks(folder = shippedFolder): WastePacks {
  const defaultPack = readDefaultPack(folder);
  const otherIds = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .filter((id) => id !== defaultPackId)
    .toSorted();
  const others = otherIds.map((id): [string, ChosenPack] => {
    const { groups, kinds, lookalikes, ...head } = readPackFile(folder, id, wastePackFile);
    const pack = {
      ...head,
      id,
      groups: { ...defaultPack.groups, ...groups },
      kinds: { ...defaultPack.kinds, ...kinds },
      lookalikes: lookalikes ?? defaultPack.lookalikes,
    };
    return [id, pack];
  });
  return new Map([[defaultPackId, { ...defaultPack, id: defaultPackId }], ...others]);
}

export function readDefaultPack(folder = shippedFolder): WastePack {
  return readPackFile(folder, defaultPackId, wastePack);
}

function readPackFile<Schema extends z.ZodType>(
  folder: string,
  id: string,
  schema: Schema,
): z.output<Schema> {
  const file = `${id}.json`;
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new OperatorError(
      `waste-packs/${file} is invalid: ${reason}. The default pack must define the groups ${wasteGroups.join(', ')} and every kind.`,
    );
  }
}
