import { t } from '@lingui/core/macro';
import type { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { type ChangeEvent, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { ApiError, getServerMessage } from '../../lib/api-errors.ts';
import { hasKnownPasskey } from '../../lib/known-passkey.ts';
import { FormError } from '../../ui/form-error.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { PlainField, PlainPasswordField } from '../../ui/plain-field.tsx';
import { PasskeyButton, SecondStep } from './lazy-login-steps.ts';
import { useLogin } from './login.api.ts';
import classes from './login-form.module.css';

export type Credentials = Pick<BodyOf<typeof auth.login>, 'username' | 'password'>;

const blank: Credentials = { username: '', password: '' };

const trim = ({ username, password }: Credentials) => ({ username: username.trim(), password });

/** What is in the fields, maybe since before the app had loaded. */
function readFields(): Credentials {
  const read = (id: string) =>
    (document.getElementById(id) as HTMLInputElement | null)?.value ?? '';
  return { username: read('username'), password: read('password') };
}

export function LoginForm({ suggestion }: { suggestion: Credentials | undefined }) {
  const login = useLogin();
  const [values, setValues] = useState(readFields);
  const [errors, setErrors] = useState(blank);

  /** The second factors of a user whose password was correct. */
  const [methods, setMethods] = useState<string[]>();

  const [filledIn, setFilledIn] = useState(suggestion);
  if (suggestion && suggestion !== filledIn) {
    setFilledIn(suggestion);
    setValues(suggestion);
    setErrors(blank);
  }

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The user was faster than the app: first-page.js kept this.
    if (form.current?.dataset.isSent !== undefined) form.current.requestSubmit();
  }, []);

  const getFieldProps = (name: keyof Credentials) => ({
    id: name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setValues((old) => ({ ...old, [name]: value }));
      setErrors((old) => ({ ...old, [name]: '' }));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = readFields();
    setValues(typed);
    const { username, password } = trim(typed);
    setErrors({
      username: username === '' ? t`Hãy nhập tên đăng nhập` : '',
      password: password === '' ? t`Hãy nhập mật khẩu` : '',
    });
    if (username !== '' && password !== '') login.submit({ username, password });
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
          error={login.input?.code === undefined ? null : message}
          isPending={login.isPending}
          onCode={(code) => login.submit({ ...trim(values), code })}
          onBack={() => {
            setMethods(undefined);
            login.reset();
          }}
        />
      </Suspense>
    );
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className={classes.fields}>
      <FormError message={message} />
      <PlainField
        label={t`Tên đăng nhập`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...getFieldProps('username')}
      />
      <PlainPasswordField
        label={t`Mật khẩu`}
        autoComplete="current-password"
        {...getFieldProps('password')}
      />
      <PlainButton type="submit" isLoading={login.isPending}>
        {t`Đăng nhập`}
      </PlainButton>
      {hasKnownPasskey() && (
        <Suspense>
          <PasskeyButton />
        </Suspense>
      )}
    </form>
  );
}
