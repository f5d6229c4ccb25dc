import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UserFilter, type UserOption, userOptionsQuery } from './user-options.ts';

interface Props {
  label: string;
  placeholder: string;
  filter: Omit<UserFilter, 'q'>;
  value: UserOption | null;
  onChange: (user: UserOption | null) => void;
  /** Users who are selected already and not offered again. */
  excludedIds?: readonly number[];
  error?: string | undefined;
}

const searchDelayMs = 200;
/** The option that clears the selection; a clear button would not be reachable by keyboard. */
const nobody = 'none';

/** Selects a user, searched on the server by name, username or code. */
export function UserSelect({
  label,
  placeholder,
  filter,
  value,
  onChange,
  excludedIds,
  error,
}: Props) {
  const [searchText, setSearchText] = useState('');
  // The field also contains the name of the selected user.
  const isSearch = value === null || !searchText.startsWith(value.full_name);
  const [q] = useDebouncedValue(isSearch ? searchText : '', searchDelayMs);
  const { data: found = [] } = useQuery(userOptionsQuery({ ...filter, ...(q && { q }) }));
  const others = found.filter(({ id }) => id !== value?.id && !excludedIds?.includes(id));
  const hasSeveralSchools = new Set(found.map(({ school_id }) => school_id)).size > 1;
  const toLabel = (user: (typeof found)[number]) =>
    [
      user.full_name,
      user.class_name ?? user.username,
      ...(hasSeveralSchools ? [user.school_name] : []),
    ].join(' · ');
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t`Không tìm thấy ai`}
      data={[
        ...(value
          ? [
              { value: nobody, label: placeholder },
              { value: String(value.id), label: value.full_name },
            ]
          : []),
        ...others.map((user) => ({ value: String(user.id), label: toLabel(user) })),
      ]}
      // The server has already filtered.
      filter={({ options }) => options}
      value={value && String(value.id)}
      onChange={(id) => {
        if (id === nobody) onChange(null);
        const selected = found.find((user) => String(user.id) === id);
        if (selected) onChange(selected);
      }}
      searchValue={searchText}
      onSearchChange={setSearchText}
      error={error}
      maxDropdownHeight={280}
    />
  );
}
