import { t } from '@lingui/core/macro';
import type { DataRequest } from '@lop-xanh/contract/privacy';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { useAnswerRequest } from './privacy.api.ts';
import { describeSubject, getKindLabel } from './request-labels.ts';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

/** Accepts or refuses a request, with a text for who asked. */
export function AnswerDialog({ request, onClose }: Props) {
  // The value at mount: the list may be refetched while the form is open.
  const [answered] = useState(request);
  return (
    <FormModal title={t`Trả lời yêu cầu`} size="36rem" onClose={onClose}>
      {(controls) => <AnswerForm {...controls} request={answered} onSaved={onClose} />}
    </FormModal>
  );
}

interface FormProps extends FormControls {
  request: DataRequest;
  onSaved: () => void;
}

interface Values {
  decision: 'accepted' | 'refused' | null;
  answer: string;
}

function AnswerForm({ request, onUnsaved, close, onSaved }: FormProps) {
  const { id, version, kind, subject } = request;
  const { mutateAsync: answerRequest } = useAnswerRequest();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage, isStale } = useServerForm<Values>({
    initialValues: { decision: null, answer: '' },
    validate: {
      decision: (decision) => (decision === null ? t`Hãy chọn chấp nhận hay không` : null),
      answer: (text) => (text.trim() === '' ? t`Hãy ghi câu trả lời` : null),
    },
    save: ({ decision, answer }) => {
      const body = { version, accepted: decision === 'accepted', answer: answer.trim() };
      return answerRequest({ id, body, key: submission.getKeyFor(body) });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã trả lời yêu cầu` });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>
          {getKindLabel(kind)} · <span lang="vi">{describeSubject(subject)}</span>
        </Text>
        <RadioList
          label={t`Quyết định`}
          options={[
            {
              value: 'accepted',
              label: t`Chấp nhận`,
              description: t`Đã kiểm tra người gửi là ai, và sẽ thực hiện.`,
            },
            {
              value: 'refused',
              label: t`Từ chối`,
              description: t`Ghi rõ lý do, ví dụ nhà trường phải giữ theo quy định.`,
            },
          ]}
          value={form.values.decision}
          error={(form.errors.decision ?? null) as string | null}
          onChange={(decision) => form.setFieldValue('decision', decision)}
        />
        <Textarea
          label={t`Câu trả lời cho người gửi`}
          lang="vi"
          rows={4}
          required
          maxLength={limits.maxRequestTextLength}
          {...form.getInputProps('answer')}
        />
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Gửi trả lời`}
          onReload={isStale ? onSaved : undefined}
        />
      </Stack>
    </form>
  );
}
