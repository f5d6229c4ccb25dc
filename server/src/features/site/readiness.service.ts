import type { FeatureParts } from '../../http/feature-parts.ts';
import { withinTime } from '../../lib/within-time.ts';
import { createStorageCheck, readFreeDiskBytes } from '../../storage/storage-check.ts';
import { isDatabaseWritable } from './site.queries.ts';

type Problem = 'database' | 'storage' | 'disk';

/** Lists what keeps this server from doing all of its work. Each check ends after a few seconds. */
export function createReadinessCheck({
  config,
  database,
  storage,
}: Pick<FeatureParts, 'config' | 'database' | 'storage'>): () => Promise<Problem[]> {
  const isStorageUsable = createStorageCheck(storage);
  const hasDiskSpace = async () =>
    (await readFreeDiskBytes(storage)) >= config.minFreeDiskMb * 1024 * 1024;
  const checks: Record<Problem, () => Promise<boolean>> = {
    database: () => isDatabaseWritable(database.db),
    storage: isStorageUsable,
    disk: hasDiskSpace,
  };
  return async () => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const isFine = await withinTime(check(), false).catch(() => false);
        return isFine ? [] : [name as Problem];
      }),
    );
    return results.flat();
  };
}
