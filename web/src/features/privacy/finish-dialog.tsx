import { t } from '@lingui/core/macro';
import type { DataRequest } from '@lop-xanh/contract/privacy';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { useFinishRequest } from './privacy.api.ts';
import { describeSubject, getKindLabel } from './request-labels.ts';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

/** Says what was done, which ends the request. */
export function FinishDialog({ request, onClose }: Props) {
  const [finished] = useState(request);
  return (
    <FormModal title={t`Ghi kết quả`} size="36rem" onClose={onClose}>
      {(controls) => <FinishForm {...controls} request={finished} onSaved={onClose} />}
    </FormModal>
  );
}

interface FormProps extends FormControls {
  request: DataRequest;
  onSaved: () => void;
}

function FinishForm({ request, onUnsaved, close, onSaved }: FormProps) {
  const { id, version, kind, subject } = request;
  const { copyDays: days } = limits;
  const { mutateAsync: finish } = useFinishRequest();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage, isStale } = useServerForm({
    initialValues: { result: '' },
    validate: { result: (text) => (text.trim() === '' ? t`Hãy ghi kết quả` : null) },
    save: ({ result }) => {
      const body = { version, result: result.trim() };
      return finish({ id, body, key: submission.getKeyFor(body) });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã hoàn tất yêu cầu` });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>
          {getKindLabel(kind)} · <span lang="vi">{describeSubject(subject)}</span>
        </Text>
        {kind === 'copy' && (
          <Text>
            {t`Người gửi trong ứng dụng sẽ tải được bản sao trong ${days} ngày. Với đơn giấy, hãy tải về và trao tận tay.`}
          </Text>
        )}
        <Textarea
          label={t`Kết quả gửi tới người yêu cầu`}
          lang="vi"
          rows={4}
          required
          data-autofocus
          maxLength={limits.maxRequestTextLength}
          {...form.getInputProps('result')}
        />
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Hoàn tất`}
          onReload={isStale ? onSaved : undefined}
        />
      </Stack>
    </form>
  );
}
