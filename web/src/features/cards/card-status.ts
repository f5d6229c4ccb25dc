import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CardState } from '@lop-xanh/contract/cards';

type CardStatus = 'none' | 'locked' | 'new' | 'ready';

export function getCardStatus({ issuedAt, isLocked, hasPictures }: CardState): CardStatus {
  if (issuedAt === null) return 'none';
  if (isLocked) return 'locked';
  return hasPictures ? 'ready' : 'new';
}

const labels: Record<CardStatus, MessageDescriptor> = {
  none: msg`Chưa có thẻ`,
  locked: msg`Đang khóa`,
  new: msg`Chưa chọn hình`,
  ready: msg`Đang dùng`,
};

export function getCardStatusLabel(status: CardStatus): string {
  return i18n._(labels[status]);
}
