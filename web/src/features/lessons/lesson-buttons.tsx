import type { Lesson } from '@lop-xanh/contract/lessons';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { confirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useDeleteLesson } from './lessons.api.ts';

export function LessonButtons({ lesson, onEdit }: { lesson: Lesson; onEdit: () => void }) {
  const remove = useDeleteLesson();
  const { id, title, content } = lesson;

  const askToRemove = async () => {
    const isSure = await confirm({
      title: 'Xóa bài giảng?',
      message: `“${title}” với ${content.length} tuần sẽ bị xóa. Điểm danh của các lớp vẫn còn.`,
      confirm: 'Xóa',
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: 'Đã xóa bài giảng' }),
      onError: (error) =>
        toast({ kind: 'error', message: errorMessageOr('Không xóa được bài giảng', error) }),
    });
  };
  return (
    <>
      <ActionIcon variant="subtle" aria-label={`Sửa ${title}`} onClick={onEdit}>
        <IconPencil size={22} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="clay"
        aria-label={`Xóa ${title}`}
        loading={remove.isPending}
        onClick={() => void askToRemove()}
      >
        <IconTrash size={22} />
      </ActionIcon>
    </>
  );
}
