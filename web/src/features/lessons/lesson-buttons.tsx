import type { Lesson } from '@lop-xanh/contract/lessons';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useDeleteLesson } from './lessons.api.ts';

export function LessonButtons({ lesson, onEdit }: { lesson: Lesson; onEdit: () => void }) {
  const deleteLesson = useDeleteLesson();
  const { id, title, content } = lesson;

  const confirmDelete = async () => {
    const isConfirmed = await askToConfirm({
      title: 'Xóa bài giảng?',
      message: `“${title}” với ${content.length} tuần sẽ bị xóa. Điểm danh của các lớp vẫn còn.`,
      confirmLabel: 'Xóa',
      isDanger: true,
    });
    if (!isConfirmed) return;
    deleteLesson.mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: 'Đã xóa bài giảng' }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, 'Không xóa được bài giảng') }),
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
        loading={deleteLesson.isPending}
        onClick={() => void confirmDelete()}
      >
        <IconTrash size={22} />
      </ActionIcon>
    </>
  );
}
