import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useDeleteLesson } from './lessons.api.ts';

export function LessonButtons({ lesson, onEdit }: { lesson: Lesson; onEdit: () => void }) {
  const deleteLesson = useDeleteLesson();
  const { id, title } = lesson;
  const weeks = lesson.content.length;

  const confirmDelete = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Xóa bài giảng?`,
      message: t`“${title}” với ${weeks} tuần sẽ bị xóa. Điểm danh của các lớp vẫn còn.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    deleteLesson.mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: t`Đã xóa bài giảng` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Không xóa được bài giảng`) }),
    });
  };
  return (
    <>
      <ActionIcon variant="subtle" aria-label={t`Sửa ${title}`} onClick={onEdit}>
        <IconPencil size={22} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="clay"
        aria-label={t`Xóa ${title}`}
        loading={deleteLesson.isPending}
        onClick={() => void confirmDelete()}
      >
        <IconTrash size={22} />
      </ActionIcon>
    </>
  );
}
