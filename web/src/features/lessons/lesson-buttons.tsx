import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { editLessonPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { askToConfirm } from '../../ui/dialogs.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteLesson } from './lessons.api.ts';

const LessonMenu = lazyComponent('lesson-menu', async () => {
  return (await import('./lesson-menu.tsx')).LessonMenu;
});

export function LessonButtons({ lesson }: { lesson: Lesson }) {
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
      <ActionIcon
        component={Link}
        to={editLessonPath(id)}
        variant="subtle"
        aria-label={t`Sửa ${title}`}
      >
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
      <LazyMenu label={t`Việc khác với ${title}`} preload={LessonMenu.preload}>
        {(button) => <LessonMenu lesson={lesson} button={button} />}
      </LazyMenu>
    </>
  );
}
