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
export function listStatusFilters(statuses: readonly (Status | 'left')[]) {
  return [
    { value: '', label: t`Mọi trạng thái` },
    ...statuses.map((value) => ({
      value,
      label: value === 'left' ? t`Đã rời trường` : getStatusLabel(value),
    })),
  ];
}

export function listStatusOptions() {
  return (['active', 'inactive'] as const).map((value) => ({
    value,
    label: getStatusLabel(value),
  }));
}
