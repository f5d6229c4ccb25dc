import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Departure } from '@lop-xanh/contract/accounts';

type Reason = Departure['reason'];

const reasonLabels: Record<Reason, MessageDescriptor> = {
  moved: msg`Chuyển trường`,
  graduated: msg`Ra trường`,
  other: msg({ message: 'Lý do khác', context: 'of leaving a school' }),
};

export function getDepartureReason(reason: Reason): string {
  return i18n._(reasonLabels[reason]);
}
