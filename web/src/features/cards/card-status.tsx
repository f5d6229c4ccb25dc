import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CardState } from '@lop-xanh/contract/cards';
import classes from './card-status.module.css';

type Status = 'none' | 'locked' | 'new' | 'ready';

function getCardStatus({ issuedAt, isLocked, hasPictures }: CardState): Status {
  if (issuedAt === null) return 'none';
  if (isLocked) return 'locked';
  return hasPictures ? 'ready' : 'new';
}

const labels: Record<Status, MessageDescriptor> = {
  none: msg`Chưa có thẻ`,
  locked: msg`Đang khóa`,
  new: msg`Chưa chọn hình`,
  ready: msg`Đang dùng`,
};

/** The state of a card in a word. */
export function CardStatus({ card }: { card: CardState }) {
  const status = getCardStatus(card);
  return (
    <span className={classes.status} data-status={status}>
      {i18n._(labels[status])}
    </span>
  );
}
