import { t } from '@lingui/core/macro';
import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
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
    <Card title={t`Đổi mật khẩu`}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <FormError message={error} />
          <PasswordField
            label={t`Mật khẩu hiện tại`}
            autoComplete="current-password"
            {...form.getInputProps('current')}
          />
          <PasswordField
            label={t`Mật khẩu mới`}
            description={
              <span lang={getTextLanguage(messages.password.hint)}>{messages.password.hint}</span>
            }
            autoComplete="new-password"
            {...form.getInputProps('next')}
          />
          <Button type="submit" loading={change.isPending}>
            {t`Đổi mật khẩu`}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
