import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { getTextLanguage } from '../language/text-language.ts';
import type { TextQuestion } from './dialogs.ts';

interface Props extends Omit<TextQuestion, 'title'> {
  onSubmit: (text: string | null) => void;
}

export function TextQuestionForm({
  message,
  label,
  maxLength,
  confirmLabel,
  isDanger,
  onSubmit,
}: Props) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(text.trim());
      }}
    >
      <Stack>
        <Text lang={getTextLanguage(message)}>{message}</Text>
        <Textarea
          label={label}
          rows={3}
          maxLength={maxLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
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
