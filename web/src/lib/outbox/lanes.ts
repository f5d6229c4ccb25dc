import { networkLimits } from '../network-limits.ts';
import { type ActionRules, findFirst, isDue, type OutboxEntry } from './outbox-state.ts';

/** How long to wait after so many failures in a row. */
export function getRetryDelayMs(failures: number, maxDelayMs: number): number {
  return Math.min(networkLimits.minActionRetryMs * 2 ** (failures - 1), maxDelayMs);
}

/** A lane whose last attempt failed; it is not tried again before `until`. */
export interface BackOff {
  readonly failures: number;
  readonly until: number;
}

/** More would only share a phone's line. */
const maxLanes = 3;
/** One is kept for small actions, so that attendance does not wait for videos. */
const maxUploadLanes = maxLanes - 1;

interface Plan {
  /** The lanes to send from now, in the order of their first entries. */
  readonly ready: readonly { lane: string; isUpload: boolean }[];
  /** When something that has to wait now can be sent; undefined if nothing has to. */
  readonly wakeAt: number | undefined;
}

interface PlanInput {
  readonly entries: readonly OutboxEntry[];
  /** The lanes that are being sent from, and whether they upload files. */
  readonly busy: ReadonlyMap<string, boolean>;
  readonly backOffs: ReadonlyMap<string, BackOff>;
  readonly now: number;
  readonly findRules: (entry: Pick<OutboxEntry, 'feature'>) => ActionRules;
  readonly isUpload: (entry: OutboxEntry) => boolean;
}

/** Decides from which lanes to send. */
export function planLanes({ entries, busy, backOffs, now, findRules, isUpload }: PlanInput): Plan {
  const waiting = entries.filter(({ refusal }) => refusal === undefined);
  const lanes = new Set(waiting.map((entry) => findRules(entry).getLane(entry)));
  const uploads = [...busy.values()].filter(Boolean).length;
  const ready: { lane: string; isUpload: boolean }[] = [];
  const times = waiting.flatMap((entry) =>
    isDue(entry, now) || entry.notBefore === undefined ? [] : [entry.notBefore],
  );
  for (const lane of lanes) {
    const first = busy.has(lane) ? undefined : findFirst(waiting, lane, now, findRules);
    if (!first) continue;
    const { until = 0 } = backOffs.get(lane) ?? {};
    const isLarge = isUpload(first);
    const newUploads = ready.filter((other) => other.isUpload).length;
    if (until > now) times.push(until);
    else if (busy.size + ready.length >= maxLanes) continue;
    else if (isLarge && uploads + newUploads >= maxUploadLanes) continue;
    else ready.push({ lane, isUpload: isLarge });
  }
  return { ready, wakeAt: times.length > 0 ? Math.min(...times) : undefined };
}
