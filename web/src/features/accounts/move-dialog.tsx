import { t } from '@lingui/core/macro';
import type { SelectionOutcome } from '@lop-xanh/contract/selected-accounts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { schoolClassesQuery, toClassOptions } from '../classes/public.ts';
import { useMoveSelected } from './selected-accounts.api.ts';

interface Props {
  schoolId: number;
  ids: number[];
  onMoved: (outcome: SelectionOutcome) => void;
  onClose: () => void;
}

/** Moves the chosen students to one class. */
export function MoveDialog({ schoolId, ids, onMoved, onClose }: Props) {
  const { data: schoolClasses = [] } = useQuery(schoolClassesQuery(schoolId));
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMoveSelected();
  const submission = useSubmissionKey();
  const count = ids.length;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen === '') return setProblem(t`Hãy chọn một lớp`);
    const body = { ids, class_id: chosen === 'none' ? null : Number(chosen) };
    mutate(
      { body, key: submission.getKeyFor(body) },
      {
        onSuccess: onMoved,
        onError: (error) => setProblem(describeError(error, t`Chưa lưu được, hãy thử lại`)),
      },
    );
  };
  return (
    <FormModal title={t`Chuyển lớp ${count} học sinh`} size="28rem" onClose={onClose}>
      {({ close }) => (
        <form noValidate onSubmit={submit}>
          <Stack>
            <NativeSelect
              label={t`Sang lớp`}
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              data={[
                { value: '', label: t`Chọn lớp` },
                ...toClassOptions(schoolClasses),
                { value: 'none', label: messages.accounts.pendingAssignment },
              ]}
            />
            <FormFooter
              error={problem}
              close={close}
              isSaving={isPending}
              saveLabel={t`Chuyển lớp`}
            />
          </Stack>
        </form>
      )}
    </FormModal>
  );
}
