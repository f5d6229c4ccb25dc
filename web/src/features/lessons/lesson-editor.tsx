import type { Lesson } from '@lop-xanh/contract/lessons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormModal, type FormWays } from '../../ui/form-modal.tsx';
import classes from './lesson-editor.module.css';
import { LessonForm } from './lesson-form.tsx';
import { lessonQuery } from './lessons.api.ts';

interface Props {
  /** The lesson to change, as far as the table knows it; none for a new one. */
  lesson: Lesson | undefined;
  onClose: () => void;
}

export function LessonEditor({ lesson, onClose }: Props) {
  return (
    <FormModal
      title={lesson ? 'Sửa bài giảng' : 'Bài giảng mới'}
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

interface ExistingProps extends FormWays {
  lesson: Lesson;
  onSaved: () => void;
}

/** Opens at once, and begins again with what the server has now unless something was written already. */
function ExistingLesson({ lesson, onSaved, ...ways }: ExistingProps) {
  const { isUnsaved, onUnsaved } = ways;
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
      onSaved={onSaved}
      onStartAnew={() => void startAnew()}
      {...ways}
    />
  );
}
