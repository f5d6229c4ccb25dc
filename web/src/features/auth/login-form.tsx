import type { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { messages } from '@lop-xanh/contract/messages';
import { Button, Stack, TextInput } from '@mantine/core';
import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import { getServerMessage } from '../../lib/api-errors.ts';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useLogin } from './auth.api.ts';

export type Credentials = BodyOf<typeof auth.login>;

const blank: Credentials = { username: '', password: '' };

/** Does without `@mantine/form`, which would add 5 kB to the first load. */
export function LoginForm({ suggestion }: { suggestion: Credentials | undefined }) {
  const login = useLogin();
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState(blank);

  const [filledIn, setFilledIn] = useState(suggestion);
  if (suggestion && suggestion !== filledIn) {
    setFilledIn(suggestion);
    setValues(suggestion);
    setErrors(blank);
  }

  const getFieldProps = (name: keyof Credentials) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setValues((old) => ({ ...old, [name]: value }));
      setErrors((old) => ({ ...old, [name]: '' }));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { password } = values;
    const username = values.username.trim();
    setErrors({
      username: username === '' ? 'Hãy nhập tên đăng nhập' : '',
      password: password === '' ? 'Hãy nhập mật khẩu' : '',
    });
    if (username !== '' && password !== '') login.mutate({ username, password });
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <FormError message={login.error && getServerMessage(login.error, messages.login.failed)} />
        <TextInput
          label="Tên đăng nhập"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...getFieldProps('username')}
        />
        <PasswordField
          label="Mật khẩu"
          autoComplete="current-password"
          {...getFieldProps('password')}
        />
        <Button type="submit" loading={login.isPending}>
          Đăng nhập
        </Button>
      </Stack>
    </form>
  );
}
