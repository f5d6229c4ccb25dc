import { t } from '@lingui/core/macro';
import type { ImportReport } from '@lop-xanh/contract/account-tables';
import { withKeys } from '../../lib/with-keys.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import type { SamePhone } from './account-tables.api.ts';
import classes from './import-dialog.module.css';

type SamePhoneParent = ImportReport['parents']['samePhone'][number];

const listColumns = (): Column<{ item: SamePhoneParent }>[] => [
  { name: t`Dòng`, cell: ({ item }) => item.row },
  {
    name: t`Phụ huynh`,
    isRowHeader: true,
    cell: ({ item }) => <span lang="vi">{item.full_name}</span>,
  },
  { name: t`Điện thoại`, cell: ({ item }) => item.phone },
  { name: t`Trùng với`, cell: ({ item }) => <span lang="vi">{item.other.full_name}</span> },
  {
    name: t`Con của người đó`,
    cell: ({ item }) => <span lang="vi">{item.other.children.join(', ') || '—'}</span>,
  },
];

interface Props {
  parents: readonly SamePhoneParent[];
  answer: SamePhone | undefined;
  onAnswer: (answer: SamePhone) => void;
}

/** Brothers and sisters share a parent, but neighbours may share a phone: only the school knows. */
export function SamePhoneQuestion({ parents, answer, onAnswer }: Props) {
  const { length: count } = parents;
  const title = t`${count} phụ huynh trùng số điện thoại`;
  const rows = withKeys(parents, ({ row, phone }) => `${row} ${phone}`);
  return (
    <section className={classes.question} aria-label={title}>
      <h3 className={classes.questionTitle}>{title}</h3>
      <div className={classes.table}>
        <DataTable label={title} rows={rows} getRowKey={({ key }) => key} columns={listColumns()} />
      </div>
      <RadioList
        label={t`Những người trùng số điện thoại là một người hay nhiều người?`}
        options={[
          {
            value: 'link',
            label: t`Là một người`,
            description: t`Một tài khoản, liên kết với tất cả các con.`,
          },
          {
            value: 'separate',
            label: t`Là những người khác nhau`,
            description: t`Mỗi người một tài khoản; tên đăng nhập sau có thêm -2, -3.`,
          },
        ]}
        value={answer ?? null}
        onChange={onAnswer}
      />
    </section>
  );
}
