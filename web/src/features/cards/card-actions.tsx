import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { CardState } from '@lop-xanh/contract/cards';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconBan,
  IconDotsVertical,
  IconKey,
  IconLockOpen,
  IconPhoto,
  IconPrinter,
} from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm, type Question } from '../../ui/dialogs.ts';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { toast } from '../../ui/toast.ts';
import { usePasswordReset } from '../accounts/public.ts';
import { useResetPictures, useRevokeCard, useUnlockCard } from './cards.api.ts';
import type { IssuedSheets } from './print-cards-dialog.tsx';
import { useCardPrint } from './use-card-print.ts';

interface Props {
  schoolClass: { id: number; name: string };
  card: CardState;
  onIssued: (issued: IssuedSheets) => void;
  onPassword: (accounts: IssuedPassword[]) => void;
}

/** What staff do with one student's card and password. */
export function CardActions({ schoolClass, card, onIssued, onPassword }: Props) {
  const { student_id: id, full_name: name, issuedAt, hasPictures, isLocked } = card;
  const unlock = useUnlockCard();
  const revoke = useRevokeCard();
  const resetPictures = useResetPictures();
  const { print, isPrinting } = useCardPrint(onIssued);
  const { reset, isResetting } = usePasswordReset(onPassword);
  const hasCard = issuedAt !== null;

  const run = async (mutation: typeof unlock, done: string, question?: Question) => {
    if (question && !(await askToConfirm(question))) return;
    mutation.mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: done }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Chưa lưu được, hãy thử lại`) }),
    });
  };
  return (
    <>
      {hasCard && isLocked && (
        <Button
          variant="default"
          leftSection={<IconLockOpen size={20} aria-hidden />}
          loading={unlock.isPending}
          aria-label={t`Mở khóa thẻ của ${name}`}
          onClick={() => void run(unlock, t`${name} có thể dùng thẻ ngay`)}
        >
          {t`Mở khóa`}
        </Button>
      )}
      <MenuRoot position="bottom-end" radius="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            aria-label={t`Việc khác với ${name}`}
            title={t`Việc khác`}
            loading={isPrinting || isResetting || revoke.isPending || resetPictures.isPending}
          >
            <IconDotsVertical size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={() => void print(schoolClass.id, card)}
          >
            {hasCard ? t`In lại thẻ…` : t`In thẻ…`}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKey size={20} aria-hidden />}
            onClick={() => void reset({ ...card, id, class_name: schoolClass.name })}
          >
            {t`Đặt lại mật khẩu…`}
          </Menu.Item>
          {hasPictures && (
            <Menu.Item
              leftSection={<IconPhoto size={20} aria-hidden />}
              onClick={() =>
                void run(resetPictures, t`${name} sẽ chọn ba hình mới khi đăng nhập`, {
                  title: t`Cho ${name} chọn hình mới?`,
                  message: t`Ba hình cũ sẽ bị xóa. Lần tới, em chọn ba hình mới.`,
                  confirmLabel: t`Cho chọn lại`,
                })
              }
            >
              {t`Cho chọn hình mới…`}
            </Menu.Item>
          )}
          {hasCard && (
            <Menu.Item
              c="var(--clay-text)"
              leftSection={<IconBan size={20} aria-hidden />}
              onClick={() =>
                void run(revoke, t`Đã thu hồi thẻ của ${name}`, {
                  title: t`Thu hồi thẻ của ${name}?`,
                  message: t`Thẻ sẽ không dùng được nữa, và những máy đã đăng nhập bằng thẻ sẽ đăng xuất.`,
                  confirmLabel: t`Thu hồi`,
                  isDanger: true,
                })
              }
            >
              {t`Thu hồi thẻ…`}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </MenuRoot>
    </>
  );
}
