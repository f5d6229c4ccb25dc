import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { mentionKinds } from '@lop-xanh/contract/privacy';
import { z } from 'zod';
import type { Storage } from './storage.ts';

/*
 * What was erased is also written beside the uploads, because a restored database may be older. A record
 * names nobody: the user is known by the id and the exact moment at which the account was created.
 */

export const erasureRecordsFolder = 'erasures/';

const erasureRecord = z.object({
  user_id: z.number().int(),
  /** In microseconds; an id may be given again after a restore, but not at the same moment. */
  created_at: z.string().regex(/^\d+$/),
  erased_at: z.string(),
  request_id: z.number().int().nullable(),
  mentions: z.array(z.object({ kind: z.enum(mentionKinds), id: z.number().int() })),
  files: z.array(z.string()),
});
export type ErasureRecord = z.infer<typeof erasureRecord>;

type ErasureKey = Pick<ErasureRecord, 'user_id' | 'created_at'>;

export const nameErasureRecord = ({ user_id, created_at }: ErasureKey) =>
  `${erasureRecordsFolder}${user_id}_${created_at}.json`;

export async function hasErasureRecord(storage: Storage, key: ErasureKey): Promise<boolean> {
  return (await storage.find(nameErasureRecord(key))) !== undefined;
}

export async function writeErasureRecord(storage: Storage, record: ErasureRecord): Promise<void> {
  const content = Readable.from([Buffer.from(`${JSON.stringify(record)}\n`)]);
  await storage.write(nameErasureRecord(record), content);
}

export async function listErasureRecords(storage: Storage): Promise<string[]> {
  const names: string[] = [];
  for await (const name of storage.listNames(erasureRecordsFolder)) {
    if (/^erasures\/\d+_\d+\.json$/.test(name)) names.push(name);
  }
  return names;
}

export async function readErasureRecord(storage: Storage, name: string): Promise<ErasureRecord> {
  const file = await storage.open(name);
  if (!file) throw new Error(`${name} is missing in ${storage.location}`);
  return erasureRecord.parse(await json(file.content));
}
