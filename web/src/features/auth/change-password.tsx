import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useChangePassword } from './auth.api.ts';

export function ChangePassword() {
  const change = useChangePassword();
  const [error, setError] = useState<string | null>(null);
  const form = useForm({ initialValues: { current: '', next: '' } });

  const submit = form.onSubmit(({ current, next }) => {
    if (current === '' || next === '') return setError(messages.password.bothNeeded);
    setError(null);
    change.mutate(
      { current, next },
      {
        onSuccess: () => {
          form.reset();
          toast({ kind: 'success', message: messages.password.changed });
        },
        onError: (reason) => setError(describeError(reason, messages.password.changeFailed)),
      },
    );
  });

  return (
    <Card title="Đổi mật khẩu">
      <form noValidate onSubmit={submit}>
        <Stack>
          <FormError message={error} />
          <PasswordField
            label="Mật khẩu hiện tại"
            autoComplete="current-password"
            {...form.getInputProps('current')}
          />
          <PasswordField
            label="Mật khẩu mới"
            description={messages.password.hint}
            autoComplete="new-password"
            {...form.getInputProps('next')}
          />
          <Button type="submit" loading={change.isPending}>
            Đổi mật khẩu
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
