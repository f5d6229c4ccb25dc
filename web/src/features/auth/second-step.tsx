import { t } from '@lingui/core/macro';
import { type SubmitEvent, useCallback, useState } from 'react';
import { FormError } from '../../ui/form-error.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { PlainField } from '../../ui/plain-field.tsx';
import classes from './login-form.module.css';
import { PasskeyButton } from './passkey-button.tsx';

interface Props {
  /** What the user has added: 'app', 'passkey' or both. */
  methods: readonly string[];
  error: string | null;
  isPending: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
}

/** Asks for the second factor after a correct password. A recovery code replaces either. */
export function SecondStep({ methods, error, isPending, onCode, onBack }: Props) {
  const [code, setCode] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const hasApp = methods.includes('app');
  // The user has just sent the password: the code comes next.
  const focus = useCallback((input: HTMLInputElement | null) => input?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsEmpty(code.trim() === '');
    if (code.trim() !== '') onCode(code.trim());
  };
  return (
    <div className={classes.fields}>
      {methods.includes('passkey') && <PasskeyButton />}
      <form noValidate onSubmit={submit}>
        <div className={classes.fields}>
          <FormError message={error} />
          <PlainField
            id="code"
            label={hasApp ? t`Mã xác thực` : t`Mã dự phòng`}
            description={
              hasApp
                ? t`6 chữ số trong ứng dụng xác thực, hoặc một mã dự phòng`
                : t`Nếu không dùng được khóa truy cập`
            }
            inputMode={hasApp ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            ref={focus}
            maxLength={40}
            value={code}
            error={isEmpty && t`Hãy nhập mã`}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value);
              setIsEmpty(false);
            }}
          />
          <PlainButton type="submit" isLoading={isPending}>
            {t`Tiếp tục`}
          </PlainButton>
          <PlainButton variant="subtle" onClick={onBack}>
            {t`Quay lại`}
          </PlainButton>
        </div>
      </form>
    </div>
  );
}
