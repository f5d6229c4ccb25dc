import { t } from '@lingui/core/macro';
import { IconId } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { LinkCard } from '../../ui/link-card.tsx';

/** The link to the cards, which are in no menu. */
export function CardsCard() {
  return (
    <LinkCard
      to={paths.cards}
      icon={IconId}
      title={t`Thẻ đăng nhập`}
      text={t`In thẻ, mở khóa, đặt lại mật khẩu`}
      tone="leaf"
    />
  );
}
