import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { TextQuestion } from './dialogs.ts';

interface Props extends Omit<TextQuestion, 'title'> {
  onAnswer: (text: string | null) => void;
}

export function TextQuestionForm({
  message,
  label,
  maxLength,
  confirm,
  isDanger,
  onAnswer,
}: Props) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(text.trim());
      }}
    >
      <Stack>
        <Text>{message}</Text>
        <Textarea
          label={label}
          rows={3}
          maxLength={maxLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(null)}>
            Hủy
          </Button>
          <Button type="submit" color={isDanger ? 'clay' : 'leaf'}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
