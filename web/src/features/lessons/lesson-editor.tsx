import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import classes from './lesson-editor.module.css';
import { LessonForm } from './lesson-form.tsx';
import { lessonQuery } from './lessons.api.ts';

interface Props {
  /** The lesson to edit, as the table has it; undefined for a new one. */
  lesson: Lesson | undefined;
  onClose: () => void;
}

export function LessonEditor({ lesson, onClose }: Props) {
  return (
    <FormModal
      title={lesson ? t`Sửa bài giảng` : t`Bài giảng mới`}
      size="60rem"
      bodyClass={classes.body}
      onClose={onClose}
    >
      {(ways) =>
        lesson ? (
          <ExistingLesson lesson={lesson} onSaved={onClose} {...ways} />
        ) : (
          <LessonForm onSaved={onClose} {...ways} />
        )
      }
    </FormModal>
  );
}

interface ExistingProps extends FormControls {
  lesson: Lesson;
  onSaved: () => void;
}

/** Opens at once, then switches to the server's current version unless the user has already typed. */
function ExistingLesson({ lesson, onSaved, ...ways }: ExistingProps) {
  const { isUnsaved, onUnsaved } = ways;
  const { data = lesson, refetch } = useQuery(lessonQuery(String(lesson.id)));
  const [openedLesson, setOpenedLesson] = useState(lesson);
  if (!isUnsaved && data.version !== openedLesson.version) setOpenedLesson(data);
  const reload = async () => {
    const { data: current } = await refetch();
    if (current && current.version !== openedLesson.version) onUnsaved(false);
  };
  return (
    <LessonForm
      key={openedLesson.version}
      lesson={openedLesson}
      onSaved={onSaved}
      onReload={() => void reload()}
      {...ways}
    />
  );
}
