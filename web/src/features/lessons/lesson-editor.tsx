import '../../ui/modal-styles.ts';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api-errors.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import classes from './lesson-editor.module.css';
import { LessonForm } from './lesson-form.tsx';
import { lessonQuery } from './lessons.api.ts';

interface Props {
  /** The lesson to change; none for a new one. */
  id: number | undefined;
  onClose: () => void;
}

export function LessonEditor({ id, onClose }: Props) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const guarded = useUnsavedGuard(isUnsaved);
  const close = () => void guarded(onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={id === undefined ? 'Bài giảng mới' : 'Sửa bài giảng'}
      size="60rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
      classNames={{ body: classes.body }}
    >
      {id === undefined ? (
        <LessonForm onUnsaved={setIsUnsaved} onClose={close} onSaved={onClose} />
      ) : (
        <ExistingLesson id={id} onUnsaved={setIsUnsaved} onClose={close} onSaved={onClose} />
      )}
    </Modal>
  );
}

interface ExistingProps {
  id: number;
  onUnsaved: (isUnsaved: boolean) => void;
  onClose: () => void;
  onSaved: () => void;
}

/** Opens what the server has now, never what the table was filled with a while ago. */
function ExistingLesson({ id, onUnsaved, ...ways }: ExistingProps) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...lessonQuery(String(id)),
    refetchOnWindowFocus: false,
  });
  const [round, setRound] = useState(0);
  const startAnew = async () => {
    await refetch();
    onUnsaved(false);
    setRound(round + 1);
  };

  if (data && isFetchedAfterMount) {
    return (
      <LessonForm
        key={round}
        lesson={data}
        onUnsaved={onUnsaved}
        onStartAnew={() => void startAnew()}
        {...ways}
      />
    );
  }
  if (!error) return <Skeleton lines={9} />;
  return (
    <ErrorState
      message={messageOf(error, 'Không tải được bài giảng')}
      retry={() => void refetch()}
    />
  );
}
