import { t } from '@lingui/core/macro';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { ActionIcon, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { MenuRoot } from '../../ui/menu-root.tsx';
import { type ColumnName, columnNames, getColumnTitle } from './account-columns.tsx';

interface Props {
  accountRole: Role;
  chosen: readonly ColumnName[];
  onToggle: (name: ColumnName) => void;
}

/** Chooses the columns of a table. */
export function ColumnMenu({ accountRole, chosen, onToggle }: Props) {
  return (
    <MenuRoot position="bottom-end" radius="md" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={44}
          radius="md"
          aria-label={t`Chọn cột`}
          title={t`Chọn cột`}
        >
          <IconColumns3 size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columnNames[accountRole]
          .filter((name) => name !== 'name')
          .map((name) => (
            <Menu.CheckboxItem
              key={name}
              checked={chosen.includes(name)}
              onChange={() => onToggle(name)}
            >
              {getColumnTitle(name)}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </MenuRoot>
  );
}
