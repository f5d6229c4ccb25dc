import '../../ui/modal-styles.ts';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import classes from './lesson-editor.module.css';
import { LessonForm } from './lesson-form.tsx';
import { lessonQuery } from './lessons.api.ts';

interface Props {
  /** The lesson to change, as far as the table knows it; none for a new one. */
  lesson: Lesson | undefined;
  onClose: () => void;
}

export function LessonEditor({ lesson, onClose }: Props) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const guarded = useUnsavedGuard(isUnsaved);
  const close = () => void guarded(onClose);
  const ways = { onUnsaved: setIsUnsaved, onClose: close, onSaved: onClose };
  return (
    <Modal
      opened
      onClose={close}
      title={lesson ? 'Sửa bài giảng' : 'Bài giảng mới'}
      size="60rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
      classNames={{ body: classes.body }}
    >
      {lesson ? (
        <ExistingLesson lesson={lesson} isUnsaved={isUnsaved} {...ways} />
      ) : (
        <LessonForm {...ways} />
      )}
    </Modal>
  );
}

interface ExistingProps {
  lesson: Lesson;
  isUnsaved: boolean;
  onUnsaved: (isUnsaved: boolean) => void;
  onClose: () => void;
  onSaved: () => void;
}

/** Opens at once, and begins again with what the server has now unless something was written already. */
function ExistingLesson({ lesson, isUnsaved, onUnsaved, ...ways }: ExistingProps) {
  const { data = lesson, refetch } = useQuery(lessonQuery(String(lesson.id)));
  const [base, setBase] = useState(lesson);
  if (!isUnsaved && data.version !== base.version) setBase(data);
  const startAnew = async () => {
    const { data: now } = await refetch();
    if (now && now.version !== base.version) onUnsaved(false);
  };
  return (
    <LessonForm
      key={base.version}
      lesson={base}
      onUnsaved={onUnsaved}
      onStartAnew={() => void startAnew()}
      {...ways}
    />
  );
}
