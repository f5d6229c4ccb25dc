import { t } from '@lingui/core/macro';
import type { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { Button, Stack, TextInput } from '@mantine/core';
import { type ChangeEvent, type SubmitEvent, Suspense, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { ApiError, getServerMessage } from '../../lib/api-errors.ts';
import { hasKnownPasskey } from '../../lib/known-passkey.ts';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useLogin } from './auth.api.ts';
import { PasskeyButton, SecondStep } from './lazy-login-steps.ts';

export type Credentials = Pick<BodyOf<typeof auth.login>, 'username' | 'password'>;

const blank: Credentials = { username: '', password: '' };

const trim = ({ username, password }: Credentials) => ({ username: username.trim(), password });

/** Does without `@mantine/form`, which would add 5 kB to the first load. */
export function LoginForm({ suggestion }: { suggestion: Credentials | undefined }) {
  const login = useLogin();
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState(blank);

  /** The second factors of a user whose password was correct. */
  const [methods, setMethods] = useState<string[]>();

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
    const { username, password } = trim(values);
    setErrors({
      username: username === '' ? t`Hãy nhập tên đăng nhập` : '',
      password: password === '' ? t`Hãy nhập mật khẩu` : '',
    });
    if (username !== '' && password !== '') login.mutate({ username, password });
  };

  const { error } = login;
  const message = error && getServerMessage(error, messages.login.failed);
  if (error instanceof ApiError && error.reason === 'second_factor_required' && !methods) {
    setMethods(String(error.values.methods).split(','));
  }
  if (methods) {
    return (
      <Suspense>
        <SecondStep
          methods={methods}
          error={login.variables?.code === undefined ? null : message}
          isPending={login.isPending}
          onCode={(code) => login.mutate({ ...trim(values), code })}
          onBack={() => {
            setMethods(undefined);
            login.reset();
          }}
        />
      </Suspense>
    );
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <FormError message={message} />
        <TextInput
          label={t`Tên đăng nhập`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...getFieldProps('username')}
        />
        <PasswordField
          label={t`Mật khẩu`}
          autoComplete="current-password"
          {...getFieldProps('password')}
        />
        <Button type="submit" loading={login.isPending}>
          {t`Đăng nhập`}
        </Button>
        {hasKnownPasskey() && (
          <Suspense>
            <PasskeyButton />
          </Suspense>
        )}
      </Stack>
    </form>
  );
}
