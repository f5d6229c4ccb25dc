import { t } from '@lingui/core/macro';
import type { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { messages } from '../../language/messages.ts';
import { getServerMessage } from '../../lib/api-errors.ts';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useLogin } from './auth.api.ts';

export type Credentials = BodyOf<typeof auth.login>;

export function LoginForm({ suggestion }: { suggestion: Credentials | undefined }) {
  const login = useLogin();
  const { setValues, ...form } = useForm<Credentials>({
    initialValues: { username: '', password: '' },
    validate: {
      username: (username) => (username.trim() === '' ? t`Hãy nhập tên đăng nhập` : null),
      password: (password) => (password === '' ? t`Hãy nhập mật khẩu` : null),
    },
  });

  useEffect(() => {
    if (suggestion) setValues(suggestion);
  }, [suggestion, setValues]);

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ username, password }) =>
        login.mutate({ username: username.trim(), password }),
      )}
    >
      <Stack>
        <FormError message={login.error && getServerMessage(login.error, messages.login.failed)} />
        <TextInput
          label={t`Tên đăng nhập`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordField
          label={t`Mật khẩu`}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={login.isPending}>
          {t`Đăng nhập`}
        </Button>
      </Stack>
    </form>
  );
}
