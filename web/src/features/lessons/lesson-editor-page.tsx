import { t } from '@lingui/core/macro';
import type { Lesson } from '@lop-xanh/contract/lessons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { useSearchParams } from '../../lib/routing/location.ts';
import { useParams } from '../../lib/routing/route-params.ts';
import { FullScreen } from '../../ui/full-screen.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { toLessonCopy, toLessonDraft } from './lesson-draft.ts';
import { LessonEditor } from './lesson-editor.tsx';
import { lessonQuery } from './lessons.api.ts';

/** A new lesson; with `?copy=` the id of another one, it begins with the weeks of that lesson. */
export function NewLessonPage() {
  const [copiedId] = useState(useSearchParams().get('copy'));
  const { id: user } = useUser();
  const [draftId] = useState({ user, lesson: 'new' } as const);
  return copiedId ? (
    <LoadedLesson title={t`Bài giảng mới`} id={copiedId}>
      {(lesson) => <CopyOfLesson lesson={lesson} />}
    </LoadedLesson>
  ) : (
    <LessonEditor draftId={draftId} start={toLessonDraft(undefined)} />
  );
}

function CopyOfLesson({ lesson }: { lesson: Lesson }) {
  const { id: user } = useUser();
  const [draftId] = useState({ user, lesson: `copy-of-${lesson.id}` } as const);
  return <LessonEditor draftId={draftId} start={toLessonCopy(lesson)} />;
}

export function EditLessonPage() {
  const { id = '' } = useParams();
  return (
    <LoadedLesson title={t`Sửa bài giảng`} id={id}>
      {(lesson) => <ExistingLesson lesson={lesson} />}
    </LoadedLesson>
  );
}

function ExistingLesson({ lesson }: { lesson: Lesson }) {
  const { id: user } = useUser();
  const [draftId] = useState({ user, lesson: lesson.id } as const);
  return <LessonEditor draftId={draftId} latest={lesson} start={toLessonDraft(lesson)} />;
}

interface LoadedProps {
  title: string;
  id: string;
  children: (lesson: Lesson) => React.ReactNode;
}

function LoadedLesson({ title, id, children }: LoadedProps) {
  const query = useQuery(lessonQuery(id));
  if (query.data) return children(query.data);
  return (
    <FullScreen title={title} parent={paths.lessonsManagement}>
      <Loaded
        query={query}
        skeleton={<CardSkeleton lines={8} />}
        failedMessage={t`Không tải được bài giảng`}
        hasCard
      >
        {children}
      </Loaded>
    </FullScreen>
  );
}
