import type { Role } from '@lop-xanh/contract/rules/roles';
import { useState } from 'react';
import { type ColumnName, columnNames, specifiedColumns } from './account-columns.tsx';

const storageKey = (role: Role) => `account-columns:${role}`;

/** The columns that this device shows, in the order of the table; the name is always there. */
export function useChosenColumns(role: Role) {
  const [chosen, setChosen] = useState(() => read(role));
  return {
    chosen,
    toggle: (name: ColumnName) => {
      const next = columnNames[role].filter((other) =>
        other === name ? !chosen.includes(name) : chosen.includes(other),
      );
      setChosen(next);
      // A browser without room still shows them.
      try {
        localStorage.setItem(storageKey(role), next.join(','));
      } catch {}
    },
  };
}

function read(role: Role): readonly ColumnName[] {
  const stored = localStorage.getItem(storageKey(role))?.split(',');
  if (!stored) return specifiedColumns[role];
  return columnNames[role].filter((name) => name === 'name' || stored.includes(name));
}
