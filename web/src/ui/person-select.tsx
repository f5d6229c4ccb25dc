import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Person, peopleQuery, type WantedPeople } from '../lib/people.ts';

interface Props {
  label: string;
  placeholder: string;
  among: Omit<WantedPeople, 'q'>;
  value: Person | null;
  onChange: (person: Person | null) => void;
  /** Those who are chosen already and are not offered again. */
  without?: readonly number[];
  error?: string | undefined;
}

const searchDelayMs = 200;
/** Chosen to choose nobody; a cross to click would be out of the keyboard's reach. */
const nobody = 'none';

/** One of many people, found on the server by a few letters of the name, the username or the code. */
export function PersonSelect({
  label,
  placeholder,
  among,
  value,
  onChange,
  without,
  error,
}: Props) {
  const [typed, setTyped] = useState('');
  // The words of the one who is chosen stand in the field too.
  const isSearch = value === null || !typed.startsWith(value.full_name);
  const [q] = useDebouncedValue(isSearch ? typed : '', searchDelayMs);
  const { data: found = [] } = useQuery(peopleQuery({ ...among, ...(q && { q }) }));
  const others = found.filter(({ id }) => id !== value?.id && !without?.includes(id));
  const wordsOf = (person: (typeof found)[number]) =>
    [person.full_name, person.class_name ?? person.username].join(' · ');
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      allowDeselect={false}
      nothingFoundMessage="Không tìm thấy ai"
      data={[
        ...(value
          ? [
              { value: nobody, label: placeholder },
              { value: String(value.id), label: value.full_name },
            ]
          : []),
        ...others.map((person) => ({ value: String(person.id), label: wordsOf(person) })),
      ]}
      // The server has searched already.
      filter={({ options }) => options}
      value={value && String(value.id)}
      onChange={(id) => {
        if (id === nobody) onChange(null);
        const chosen = found.find((one) => String(one.id) === id);
        if (chosen) onChange(chosen);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      maxDropdownHeight={280}
    />
  );
}
