import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { Account } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import { accountLengths } from '@lop-xanh/contract/rules/account-form';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLayoutEffect, useState } from 'react';
import { ApiError, errorMessageOr } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import type { FormWays } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './account-form.module.css';
import { ChildrenField, ClassField, SchoolField } from './account-places.tsx';
import { type AccountValues, hasClass, problemsOf, written } from './account-values.ts';
import { useSaveAccount } from './accounts.api.ts';

interface Props extends FormWays {
  /** The account to change; none for a new one. */
  account?: Account;
  start: AccountValues;
  /** The roles that it may be given, where there is a choice. */
  rolesOffered: readonly Role[];
  onSaved: () => void;
  /** Begins again with what the server has now. */
  onStartAnew?: () => void;
}

export function AccountForm(props: Props) {
  const { account, rolesOffered, onUnsaved, close, onSaved, onStartAnew } = props;
  // What is fetched anew behind the form is not what this change began with.
  const [start] = useState(props.start);
  const isNew = !account;
  const saving = useSaveAccount(account);
  const submission = useSubmissionKey();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isStale, setIsStale] = useState(false);
  const form = useForm<AccountValues>({
    initialValues: start,
    validate: (values) => problemsOf(values, start, isNew),
    clearInputErrorOnChange: true,
  });
  const { values } = form;
  const { role } = values;
  const isUnsaved = form.isDirty();
  useLayoutEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);

  const showFirst = (problems: object) => {
    const field = Object.keys(values).find((name) => name in problems);
    if (field) document.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus();
  };
  const submit = form.onSubmit(async () => {
    if (saving.isPending) return;
    setRefusal(null);
    const sent = written(values, start, isNew);
    try {
      await saving.mutateAsync({
        written: sent,
        key: submission.keyFor([account?.id, account?.version, sent]),
      });
      onUnsaved(false);
      toast({ kind: 'success', message: isNew ? 'Đã tạo tài khoản' : 'Đã lưu tài khoản' });
      onSaved();
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      const problems = Object.fromEntries(
        issues.map(({ path, message }) => [path.split('.')[0], message]),
      );
      form.setErrors(problems);
      showFirst(problems);
      setRefusal(errorMessageOr('Chưa lưu được, hãy thử lại. Những gì đã viết vẫn còn.', error));
      setIsStale(error instanceof ApiError && error.status === 409 && issues.length === 0);
    }
  }, showFirst);

  return (
    <form noValidate onSubmit={submit} className={classes.form} autoComplete="off">
      {rolesOffered.length > 1 && (
        <NativeSelect label="Role" data={[...rolesOffered]} {...form.getInputProps('role')} />
      )}
      {role !== 'Admin' && (
        <SchoolField
          {...form.getInputProps('school_id')}
          isShown={isNew ? role !== 'Parent' : account.can.setSchool && role !== 'Parent'}
          onChoose={(id) => form.setValues({ school_id: id, class_id: '' })}
        />
      )}
      <TextInput
        label="Họ và tên đệm"
        maxLength={accountLengths.last_name}
        data-autofocus
        {...form.getInputProps('last_name')}
      />
      <TextInput
        label="Tên"
        required
        maxLength={accountLengths.first_name}
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label="Username"
        required
        maxLength={accountLengths.username}
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      {(isNew || account.can.resetPassword) && (
        <div className={classes.password}>
          <PasswordField
            label={isNew ? 'Password' : 'Password mới'}
            required={isNew}
            placeholder={isNew ? '' : 'Để trống nếu không đổi'}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {(isNew || values.password !== '') && (
            <Checkbox
              label={messages.accounts.mustChangePassword}
              {...form.getInputProps('isChangePass', { type: 'checkbox' })}
            />
          )}
        </div>
      )}
      {(role === 'Student' || role === 'Teacher') && (
        <TextInput
          label="Mã định danh"
          maxLength={accountLengths.identifier_code}
          {...form.getInputProps('identifier_code')}
        />
      )}
      {hasClass(role) && (
        <ClassField
          role={role}
          schoolId={Number(values.school_id)}
          account={account}
          {...form.getInputProps('class_id')}
        />
      )}
      <TextInput
        label="Email"
        type="email"
        required={hasClass(role)}
        maxLength={accountLengths.email}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Số điện thoại"
        type="tel"
        maxLength={accountLengths.phone}
        {...form.getInputProps('phone')}
      />
      {role === 'Student' && (
        <TextInput
          label="Phụ huynh"
          maxLength={accountLengths.parent_name}
          {...form.getInputProps('parent_name')}
        />
      )}
      {role === 'Parent' && (
        <ChildrenField
          schoolId={Number(values.school_id)}
          childrenOf={values.student_ids}
          error={form.errors.student_ids as string | undefined}
          onChange={(children) => form.setFieldValue('student_ids', children)}
        />
      )}
      {account?.can.setStatus && (
        <NativeSelect
          label="Trạng thái"
          data={['active', 'inactive']}
          {...form.getInputProps('status')}
        />
      )}
      <FormFooter
        refusal={refusal}
        close={close}
        isSaving={saving.isPending}
        onStartAnew={isStale ? onStartAnew : undefined}
      />
    </form>
  );
}

/** A parent is made from a child's row, and stays one. */
export function rolesToOffer(creatable: readonly Role[], account?: Account): readonly Role[] {
  const canChoose = account ? account.can.setRole && account.role !== 'Parent' : true;
  return canChoose ? roles.filter((role) => creatable.includes(role) && role !== 'Parent') : [];
}
