import { t } from '@lingui/core/macro';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { navigate } from '../../lib/routing/navigate.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { toast } from '../../ui/toast.ts';
import { KindEditor } from './kind-editor.tsx';
import { useDeleteKind } from './teaching.api.ts';
import { useTeachLink } from './use-teach-link.ts';

export function KindMenu({ kind }: { kind: TaughtKind }) {
  const { id, name, photo_count: count } = kind;
  const [isEditing, setIsEditing] = useState(false);
  const { mutateAsync: deleteKind } = useDeleteKind();
  const list = useTeachLink({});

  const askToDelete = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Xóa “${name}”?`,
      message: t`${count} ảnh đã dạy cũng bị xóa, và máy quét không còn nhận ra món này.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    try {
      await deleteKind(id);
      toast({ kind: 'success', message: t`Đã xóa “${name}”` });
      navigate(list, { replace: true });
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, t`Chưa xóa được, hãy thử lại`) });
    }
  };

  return (
    <>
      <MenuRoot position="bottom-end" radius="md">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t`Việc khác với “${name}”`} title={t`Việc khác`}>
            <IconDotsVertical size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={20} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            {t`Sửa tên, nhóm rác, lời khuyên…`}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--clay-text)"
            leftSection={<IconTrash size={20} aria-hidden />}
            onClick={() => void askToDelete()}
          >
            {t`Xóa món này…`}
          </Menu.Item>
        </Menu.Dropdown>
      </MenuRoot>
      {isEditing && (
        <KindEditor
          kind={kind}
          schoolId={undefined}
          taught={[]}
          onClose={() => setIsEditing(false)}
          onSaved={() => setIsEditing(false)}
        />
      )}
    </>
  );
}
