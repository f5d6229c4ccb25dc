import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { ActionIcon } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useUnlink } from './families.api.ts';

interface Props {
  parent: Account;
  child: { id: number; full_name: string };
}

/** Unlinks a parent and a child, once confirmed. */
export function UnlinkButton({ parent, child }: Props) {
  const { mutate, isPending } = useUnlink();
  const { full_name: parentName, student_ids } = parent;
  const { full_name: childName } = child;
  const unlink = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Bỏ liên kết?`,
      message:
        student_ids.length > 1
          ? t`${parentName} sẽ không còn xem được tin và điểm danh của ${childName}.`
          : t`${parentName} sẽ không còn xem được tin và điểm danh của ${childName}. Nếu không còn con nào khác, tài khoản sẽ ngừng hoạt động.`,
      confirmLabel: t`Bỏ liên kết`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    mutate(
      { studentId: child.id, parentId: parent.id },
      {
        onSuccess: () =>
          toast({ kind: 'success', message: t`Đã bỏ liên kết ${parentName} với ${childName}` }),
        onError: (error) =>
          toast({ kind: 'error', message: describeError(error, t`Không bỏ liên kết được`) }),
      },
    );
  };
  return (
    <ActionIcon
      variant="subtle"
      color="clay"
      aria-label={t`Bỏ liên kết ${parentName} với ${childName}`}
      title={t`Bỏ liên kết`}
      loading={isPending}
      onClick={() => void unlink()}
    >
      <IconUnlink size={22} />
    </ActionIcon>
  );
}
