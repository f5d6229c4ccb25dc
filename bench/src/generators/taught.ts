import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import { featureCounts } from '../../../contract/src/rules/taught-head.ts';
import { decodeReference, trainHead } from '../../../contract/src/rules/train-head.ts';
import { wasteLabels } from '../../../contract/src/scan.ts';
import { openDatabase } from '../../../server/src/database/database.ts';
import { demoAccounts } from '../../../server/src/demo/demo-accounts.ts';
import type { ModelOutput } from '../../../server/src/features/scan/load-model.ts';
import { referenceFiles } from '../../../server/src/features/scan/model.ts';
import { readDefaultPack } from '../../../server/src/features/scan/waste-packs.ts';
import { toTaughtResponse } from '../../../server/src/features/teaching/heads.service.ts';
import { decodeHalves } from '../../../server/src/lib/half-floats.ts';
import { addTaught, makeFeatures } from '../../../server/src/testing/taught.ts';

const kindCount = 10;
const photosPerKind = 10;

/** What the server makes of the outputs of its net at a school that taught its scanner. */
export function createTaughtAnswer() {
  const { head } = trainHead(
    Array.from({ length: kindCount * photosPerKind }, (_, index) => {
      const kind = index % kindCount;
      return { kind, features: decodeHalves(makeFeatures(featureCounts.server, kind)) };
    }),
    decodeReference(readFileSync(referenceFiles.server), {
      featureCount: featureCounts.server,
      materialCount: wasteLabels.length,
    }),
  );
  const words = { school_id: 1, label: null, group: 'recyclable', advice: 'Bỏ vào thùng' } as const;
  const kinds = head.kinds.map(({ kind, ...row }) => ({
    ...row,
    kind: { ...words, id: kind, name: `Món ${kind}` },
  }));
  const pack = readDefaultPack();
  return (output: ModelOutput) =>
    toTaughtResponse({ ...output, threshold: 0 }, { head: { ...head, kinds } }, pack);
}

export async function teachFirstSchool(connection: ClientConfig): Promise<void> {
  const database = openDatabase(connection);
  try {
    const { rows } = await database.pool.query<{ school_id: number }>(
      'select school_id from users where username = $1',
      [demoAccounts.teacher.username],
    );
    for (let kind = 0; kind < kindCount; kind++) {
      await addTaught(database.db, rows[0]?.school_id ?? 0, { photos: photosPerKind });
    }
  } finally {
    await database.close();
  }
}
