import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import { maxAccountFieldLengths } from '@lop-xanh/contract/rules/account-form';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getRoleName } from '../../language/role-names.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { useToday } from '../../lib/today.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import type { FormControls } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { ChildrenField, ClassField, SchoolField } from './account-fields.tsx';
import classes from './account-form.module.css';
import { listStatusOptions } from './account-status.ts';
import {
  type AccountValues,
  hasClass,
  suggestUsername,
  toAccountChanges,
  validateAccount,
} from './account-values.ts';
import { useSaveAccount } from './accounts.api.ts';

interface Props extends FormControls {
  /** Undefined for a new account. */
  account?: Account;
  initialValues: AccountValues;
  /** Empty where the role cannot be changed. */
  roleOptions: readonly Role[];
  onSaved: () => void;
  /** Discards the changes and loads the current version. */
  onReload?: () => void;
}

export function AccountForm(props: Props) {
  const { account, roleOptions, onUnsaved, close, onSaved, onReload } = props;
  // A background refetch must not change what the edit is compared with.
  const [initial] = useState(props.initialValues);
  const isNew = !account;
  const { mutateAsync: saveAccount } = useSaveAccount(account);
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage, isStale } = useServerForm<AccountValues>({
    initialValues: initial,
    validate: (values) => validateAccount(values, initial, isNew),
    save: (values) => {
      const changes = toAccountChanges(values, initial, isNew);
      const key = submission.getKeyFor([account?.id, account?.version, changes]);
      return saveAccount({ changes, key });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại. Những gì đã viết vẫn còn.`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: isNew ? t`Đã tạo tài khoản` : t`Đã lưu tài khoản` });
      onSaved();
    },
  });
  const today = useToday();
  const { values } = form;
  const { role } = values;
  const phoneField = (
    <TextInput
      label={t`Số điện thoại`}
      type="tel"
      maxLength={maxAccountFieldLengths.phone}
      {...form.getInputProps('phone')}
      onChange={({ currentTarget: { value: phone } }) => {
        const isSuggested = values.username === suggestUsername(values.phone);
        const username = suggestUsername(phone);
        form.setValues({ phone, ...(isNew && role === 'Parent' && isSuggested && { username }) });
      }}
    />
  );
  const mustChangePassword = messages.accounts.mustChangePassword;

  return (
    <form noValidate onSubmit={submit} className={classes.form} autoComplete="off">
      {roleOptions.length > 1 && (
        <NativeSelect
          label={t`Vai trò`}
          data={roleOptions.map((value) => ({ value, label: getRoleName(value) }))}
          {...form.getInputProps('role')}
        />
      )}
      {role !== 'Admin' && (
        <SchoolField
          {...form.getInputProps('school_id')}
          isShown={isNew ? role !== 'Parent' : account.can.setSchool && role !== 'Parent'}
          onChoose={(id) => form.setValues({ school_id: id, class_id: '' })}
        />
      )}
      <TextInput
        label={t`Họ và tên đệm`}
        maxLength={maxAccountFieldLengths.last_name}
        data-autofocus
        {...form.getInputProps('last_name')}
      />
      <TextInput
        label={t`Tên`}
        required
        maxLength={maxAccountFieldLengths.first_name}
        {...form.getInputProps('first_name')}
      />
      {role === 'Parent' && phoneField}
      <TextInput
        label={t`Tên đăng nhập`}
        required
        maxLength={maxAccountFieldLengths.username}
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      {(isNew || account.can.resetPassword) && (
        <div className={classes.password}>
          <PasswordField
            label={isNew ? t`Mật khẩu` : t`Mật khẩu mới`}
            required={isNew}
            placeholder={isNew ? '' : t`Để trống nếu không đổi`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {(isNew || values.password !== '') && (
            <Checkbox
              label={mustChangePassword}
              wrapperProps={{ lang: getTextLanguage(mustChangePassword) }}
              {...form.getInputProps('isChangePass', { type: 'checkbox' })}
            />
          )}
        </div>
      )}
      {(role === 'Student' || role === 'Teacher') && (
        <TextInput
          label={t`Mã định danh`}
          maxLength={maxAccountFieldLengths.identifier_code}
          {...form.getInputProps('identifier_code')}
        />
      )}
      {hasClass(role) && (
        <ClassField
          role={role}
          schoolId={Number(values.school_id)}
          account={account}
          // A student who has left gets a class by returning, or in another school.
          disabled={Boolean(account?.departure) && values.school_id === String(account?.school_id)}
          {...form.getInputProps('class_id')}
        />
      )}
      <TextInput
        label={t`Email`}
        type="email"
        required={hasClass(role)}
        maxLength={maxAccountFieldLengths.email}
        {...form.getInputProps('email')}
      />
      {role !== 'Parent' && phoneField}
      {role === 'Student' && (
        <>
          <TextInput
            label={t`Phụ huynh`}
            maxLength={maxAccountFieldLengths.parent_name}
            {...form.getInputProps('parent_name')}
          />
          <TextInput
            type="date"
            label={t`Ngày sinh`}
            max={today}
            {...form.getInputProps('birth_date')}
          />
          <NativeSelect
            label={t`Giới tính`}
            data={[
              { value: '', label: t`Chưa ghi` },
              { value: 'female', label: t`Nữ` },
              { value: 'male', label: t`Nam` },
            ]}
            {...form.getInputProps('sex')}
          />
        </>
      )}
      {role === 'Parent' && (
        <ChildrenField
          schoolId={Number(values.school_id)}
          students={values.student_ids}
          error={form.errors.student_ids as string | undefined}
          onChange={(children) => form.setFieldValue('student_ids', children)}
        />
      )}
      {account?.can.setStatus && (
        <NativeSelect
          label={t`Trạng thái`}
          data={listStatusOptions()}
          {...form.getInputProps('status')}
        />
      )}
      <FormFooter
        error={errorMessage}
        close={close}
        isSaving={isSaving}
        onReload={isStale ? onReload : undefined}
      />
    </form>
  );
}

/** Parents are created in a tab of their own or from their child's row, and keep that role. */
export function listAssignableRoles(
  creatableRoles: readonly Role[],
  account?: Account,
): readonly Role[] {
  const canChoose = account ? account.can.setRole && account.role !== 'Parent' : true;
  return canChoose
    ? roles.filter((role) => creatableRoles.includes(role) && role !== 'Parent')
    : [];
}
