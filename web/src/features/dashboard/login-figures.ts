import { t } from '@lingui/core/macro';
import type { WeekLogins } from '@lop-xanh/contract/dashboard';

export interface LoginKind {
  field: 'students' | 'parents' | 'staff';
  name: string;
}

export function listLoginKinds(): LoginKind[] {
  return [
    { field: 'students', name: t`Học sinh` },
    { field: 'parents', name: t`Phụ huynh` },
    { field: 'staff', name: t`Nhà trường` },
  ];
}

const parts = 3;

/** Round marks from 0 up to the first one that no count exceeds. */
export function findScale(weeks: readonly WeekLogins[]): { highest: number; marks: number[] } {
  const most = Math.max(
    parts,
    ...weeks.flatMap(({ students, parents, staff }) => [students, parents, staff]),
  );
  const magnitude = 10 ** Math.floor(Math.log10(most / parts));
  const step = [1, 2, 5, 10]
    .map((factor) => factor * magnitude)
    .find((size) => size * parts >= most);
  const size = step ?? most;
  return {
    highest: size * parts,
    marks: Array.from({ length: parts + 1 }, (_, index) => index * size),
  };
}

/** The height of a label, in percent of the plot's. */
const labelGap = 10;

/** Where the name of each line stands, in percent from the top: at its end, or as near as the others let it. */
export function placeLabels(
  kinds: readonly LoginKind[],
  lastWeek: WeekLogins | undefined,
  highest: number,
): (LoginKind & { top: number })[] {
  const lowestFirst = kinds
    .map((kind) => ({ ...kind, top: 100 - ((lastWeek?.[kind.field] ?? 0) / highest) * 100 }))
    .toSorted((a, b) => b.top - a.top);
  let limit = 100;
  return lowestFirst.map((label) => {
    const top = Math.min(label.top, limit);
    limit = top - labelGap;
    return { ...label, top };
  });
}
