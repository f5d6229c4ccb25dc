import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { maxAccountFieldLengths } from '@lop-xanh/contract/rules/account-form';
import { Stack, Text, TextInput } from '@mantine/core';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { type UserOption, UserSelect } from '../accounts/public.ts';
import { useLink } from './families.api.ts';

interface Props {
  student: Account;
  onClose: () => void;
}

/** Links a student to a parent who already has an account. */
export function LinkParentDialog({ student, onClose }: Props) {
  const { full_name: name } = student;
  return (
    <FormModal title={t`Liên kết phụ huynh của ${name}`} size="34rem" onClose={onClose}>
      {(controls) => <LinkForm student={student} {...controls} onSaved={onClose} />}
    </FormModal>
  );
}

interface FormProps extends FormControls {
  student: Account;
  onSaved: () => void;
}

interface LinkValues {
  parent_id: UserOption | null;
  username: string;
}

function LinkForm({ student, onUnsaved, close, onSaved }: FormProps) {
  const { id: studentId, full_name: name, parent_ids } = student;
  const { mutateAsync: link } = useLink();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<LinkValues>({
    initialValues: { parent_id: null, username: '' },
    validate: {
      parent_id: (parent, { username }) =>
        parent || username.trim() !== '' ? null : t`Hãy chọn một phụ huynh`,
    },
    save: ({ parent_id, username }) => {
      const parent = parent_id ? { parent_id: parent_id.id } : { username: username.trim() };
      return link({ studentId, parent, key: submission.getKeyFor([studentId, parent]) });
    },
    failedMessage: t`Chưa liên kết được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã liên kết phụ huynh với ${name}` });
      onSaved();
    },
  });
  const { parent_id, username } = form.values;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {username.trim() === '' && (
          <UserSelect
            label={t`Phụ huynh đã có tài khoản ở trường`}
            placeholder={t`Tìm theo tên, số điện thoại`}
            filter={{ role: 'Parent' }}
            excludedIds={parent_ids}
            value={parent_id}
            error={form.errors.parent_id as string | undefined}
            onChange={(parent) => form.setFieldValue('parent_id', parent)}
          />
        )}
        {parent_id === null && (
          <>
            <Text c="dimmed">{t`Phụ huynh có con ở trường khác: nhập đúng tên đăng nhập của họ.`}</Text>
            <TextInput
              label={t`Tên đăng nhập`}
              maxLength={maxAccountFieldLengths.username}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('username')}
            />
          </>
        )}
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Liên kết`}
        />
      </Stack>
    </form>
  );
}
