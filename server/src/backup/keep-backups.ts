/** How many days, weeks and months keep their last backup. */
export interface KeepRule {
  days: number;
  weeks: number;
  months: number;
}

const vietnamOffsetMs = 7 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** The days of backups are those of Vietnam, and weeks begin on Monday. */
const periods = {
  days: (vietnamMs: number) => Math.floor(vietnamMs / dayMs),
  // 1 January 1970 was a Thursday.
  weeks: (vietnamMs: number) => Math.floor((vietnamMs / dayMs + 3) / 7),
  months: (vietnamMs: number) => new Date(vietnamMs).toISOString().slice(0, 7),
};

/**
 * The backups to keep: the last of each of the latest days, weeks and months that have one. Periods without
 * backups do not count, so however long nothing was backed up, what there is stays. The newest is always
 * kept.
 */
export function chooseKept<Backup extends { takenAt: Date }>(
  backups: readonly Backup[],
  rule: KeepRule,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const period of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<number | string>();
    for (const backup of newestFirst) {
      const key = periods[period](backup.takenAt.getTime() + vietnamOffsetMs);
      if (seen.has(key) || seen.size >= rule[period]) continue;
      seen.add(key);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => kept.has(backup));
}
