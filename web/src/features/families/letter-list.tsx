import { t } from '@lingui/core/macro';
import type { ParentLetter } from '@lop-xanh/contract/families';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import classes from './letter-list.module.css';
import { sortByClass } from './letter-text.ts';
import { ParentLetters } from './parent-letters.tsx';

const listColumns = (): Column<ParentLetter>[] => [
  {
    name: t`Phụ huynh`,
    isRowHeader: true,
    cell: ({ full_name }) => <span lang="vi">{full_name}</span>,
  },
  { name: t`Con`, cell: ({ children }) => <span lang="vi">{formatChildren(children)}</span> },
  { name: t`Tên đăng nhập`, isNowrap: true, cell: ({ username }) => username },
  { name: t`Mật khẩu lần đầu`, cell: ({ password }) => <code>{password}</code> },
];

interface Props {
  letters: readonly ParentLetter[];
  schoolName: string;
  /** The last button. */
  children: ReactNode;
}

/** Letters to parents with first passwords, which are shown only once. */
export function LetterList({ letters, schoolName, children }: Props) {
  const sorted = sortByClass(letters);
  return (
    <>
      <p className={classes.note}>
        {t`Mật khẩu lần đầu chỉ hiện một lần này, hãy in thư ngay. Mỗi trang A4 có hai thư để cắt đôi.`}
      </p>
      <div className={classes.table}>
        <DataTable
          label={t`Thư cho phụ huynh`}
          rows={sorted}
          getRowKey={({ id }) => id}
          columns={listColumns()}
        />
      </div>
      <div className={classes.buttons}>
        <Button
          variant="light"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t`In thư`}
        </Button>
        {children}
      </div>
      <ParentLetters letters={sorted} schoolName={schoolName} />
    </>
  );
}

function formatChildren(children: ParentLetter['children']): string {
  return children
    .map(({ full_name, class_name }) => (class_name ? `${full_name} (${class_name})` : full_name))
    .join(', ');
}
