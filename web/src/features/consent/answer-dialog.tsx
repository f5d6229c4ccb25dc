import { t } from '@lingui/core/macro';
import type { ConsentDecision, StudentConsent } from '@lop-xanh/contract/consent';
import { Stack, Text } from '@mantine/core';
import { useUser } from '../../lib/current-user.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { useAnswerConsent } from './consent.api.ts';

interface Props {
  student: { id: number; first_name: string };
  consent: StudentConsent;
  onClose: () => void;
}

/** Asks a parent about photos of their child, or the child itself. */
export function AnswerDialog({ student, consent, onClose }: Props) {
  const { first_name: name } = student;
  const isParent = useUser().role === 'Parent';
  return (
    <FormModal
      title={isParent ? t`Cho đăng ảnh có ${name}?` : t`Cho đăng ảnh có em?`}
      size="32rem"
      onClose={onClose}
    >
      {(controls) => (
        <AnswerForm {...controls} student={student} consent={consent} onSaved={onClose} />
      )}
    </FormModal>
  );
}

interface FormProps extends FormControls, Pick<Props, 'student' | 'consent'> {
  onSaved: () => void;
}

function AnswerForm({ student, consent, onUnsaved, close, onSaved }: FormProps) {
  const { id, first_name: name } = student;
  const isParent = useUser().role === 'Parent';
  const { mutateAsync: answer } = useAnswerConsent();
  const submission = useSubmissionKey();
  const current = isParent ? consent.guardian : consent.child;
  const { form, submit, isSaving, errorMessage } = useServerForm<AnswerValues>({
    initialValues: { decision: current },
    validate: { decision: (decision) => (decision ? null : t`Hãy chọn một câu trả lời`) },
    save: async ({ decision }) => {
      if (decision === null || decision === current) return;
      await answer({ id, body: { decision }, key: submission.getKeyFor([current, decision]) });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã ghi câu trả lời` });
      onSaved();
    },
  });
  const { explanation, yes, no, change } = isParent
    ? getParentTexts(name, consent.needsChild)
    : getChildTexts();
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text>{explanation}</Text>
        <RadioList
          label={t`Câu trả lời`}
          options={[
            { value: 'given', ...yes },
            { value: 'refused', ...no },
          ]}
          value={form.values.decision}
          error={form.errors.decision as string | undefined}
          onChange={(decision) => form.setFieldValue('decision', decision)}
        />
        <Text c="dimmed">{change}</Text>
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Gửi câu trả lời`}
        />
      </Stack>
    </form>
  );
}

interface AnswerValues {
  decision: ConsentDecision | null;
}

function getParentTexts(name: string, needsChild: boolean) {
  return {
    explanation: t`Giáo viên đăng ảnh hoạt động của lớp lên bảng tin. Học sinh và phụ huynh của lớp cùng nhà trường xem được.`,
    yes: {
      label: t`Đồng ý`,
      ...(needsChild && { description: t`Từ 7 tuổi, ${name} cũng trả lời trong hồ sơ của con` }),
    },
    no: { label: t`Không đồng ý`, description: t`Ảnh nhận ra ${name} sẽ không được đăng` },
    change: t`Bạn có thể đổi câu trả lời bất cứ lúc nào. Khi không còn đồng ý, nhà trường xem lại các ảnh đã đăng.`,
  };
}

function getChildTexts() {
  return {
    explanation: t`Thầy cô đăng ảnh của lớp lên bảng tin. Các bạn, phụ huynh của lớp và nhà trường xem được.`,
    yes: { label: t`Có, em đồng ý`, description: t`Bố mẹ cũng phải đồng ý thì ảnh mới được đăng` },
    no: { label: t`Không, em không muốn`, description: t`Ảnh nhận ra em sẽ không được đăng` },
    change: t`Em có thể đổi câu trả lời bất cứ lúc nào.`,
  };
}
