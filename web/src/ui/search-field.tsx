import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { startTransition, useOptimistic } from 'react';

interface Props {
  /** The accessible name and the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Shows what is typed at once, and what it finds when there is time. */
export function SearchField({ label, value, onChange }: Props) {
  const [typed, setTyped] = useOptimistic(value);
  const type = (text: string) =>
    startTransition(() => {
      setTyped(text);
      onChange(text);
    });
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={20} aria-hidden />}
    />
  );
}
