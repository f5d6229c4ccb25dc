import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { getTextLanguage } from '../language/text-language.ts';
import type { TextQuestion } from './dialogs.ts';
import { RadioList } from './radio-list.tsx';

interface Props extends Omit<TextQuestion, 'title'> {
  onSubmit: (text: string | null) => void;
}

/** The value of the choice to write one's own text, which is no text itself. */
const own = '';

export function TextQuestionForm({
  message,
  label,
  maxLength,
  choices,
  isRequired = false,
  confirmLabel,
  isDanger,
  onSubmit,
}: Props) {
  const [choice, setChoice] = useState<string | null>(choices ? null : own);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answer = choice || text.trim();
    if (isRequired && answer === '') {
      setError(choice === own ? t`Hãy ghi lý do` : t`Hãy chọn một lý do`);
    } else onSubmit(answer);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text lang={getTextLanguage(message)}>{message}</Text>
        {choices && (
          <RadioList
            label={label}
            options={[
              ...choices.map((value) => ({ value, label: value })),
              { value: own, label: t`Lý do khác` },
            ]}
            value={choice}
            error={choice === own ? null : error}
            onChange={(value) => {
              setChoice(value);
              setError(null);
            }}
          />
        )}
        {choice === own && (
          <Textarea
            label={choices ? t`Ghi lý do` : label}
            rows={3}
            maxLength={maxLength}
            required={isRequired}
            withAsterisk={false}
            error={error}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError(null);
            }}
            data-autofocus={!choices || undefined}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onSubmit(null)}>
            {t`Hủy`}
          </Button>
          <Button type="submit" color={isDanger ? 'clay' : 'leaf'}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
