import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';

type Status = Account['status'];

const statusLabels: Record<Status, MessageDescriptor> = {
  active: msg`active`,
  inactive: msg`inactive`,
};

export function getStatusLabel(status: Status): string {
  return i18n._(statusLabels[status]);
}

/** For the filter of a list. */
export function getStatusFilterLabel(status: Status | 'left'): string {
  return status === 'left' ? t`Đã rời trường` : getStatusLabel(status);
}

export function listStatusOptions() {
  return (['active', 'inactive'] as const).map((value) => ({
    value,
    label: getStatusLabel(value),
  }));
}
