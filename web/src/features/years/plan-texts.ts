import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import {
  type Destination,
  graduates,
  leaves,
  type MoveCounts,
} from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan } from '@lop-xanh/contract/years';

export function getGradeName(number: number): string {
  return t`Khối ${number}`;
}

const moveNames: Record<Exclude<keyof MoveCounts, 'students'>, MessageDescriptor> = {
  promoted: msg`Lên lớp`,
  retained: msg`Ở lại`,
  admitted: msg`Vào lớp 1`,
  graduating: msg`Ra trường`,
  leaving: msg({ message: 'Rời đi', context: 'students' }),
  unplaced: msg`Chưa xếp`,
};

/** What happens to students. */
export function getMoveName(move: keyof typeof moveNames): string {
  return i18n._(moveNames[move]);
}

/** The name of a new class, or what else happens to a student. */
export function describeDestination(to: Destination, { classes }: RolloverPlan): string {
  if (to === graduates) return getMoveName('graduating');
  if (to === leaves) return getMoveName('leaving');
  return classes.find(({ key }) => key === to)?.name ?? getMoveName('unplaced');
}

export function describeCount(count: number): string {
  return t`${count} em`;
}
