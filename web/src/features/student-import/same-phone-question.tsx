import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { ImportCheck } from '@lop-xanh/contract/student-import';
import { withKeys } from '../../lib/with-keys.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import classes from './import-page.module.css';
import { describePlace, samePhoneLabels } from './import-texts.ts';

/** Whether parents with the same phone number are one person or several. */
type SamePhone = 'link' | 'separate';

type SamePhoneParent = ImportCheck['samePhone'][number];

const listColumns = (): Column<{ item: SamePhoneParent }>[] => [
  { name: t`Dòng`, cell: ({ item }) => describePlace(item) },
  {
    name: t`Phụ huynh`,
    isRowHeader: true,
    cell: ({ item }) => <span lang="vi">{item.full_name}</span>,
  },
  { name: t`Điện thoại`, cell: ({ item }) => item.phone },
  { name: t`Trùng với`, cell: ({ item }) => <span lang="vi">{item.other.full_name}</span> },
  {
    name: t`Con của người đó`,
    cell: ({ item: { other } }) => <span lang="vi">{listChildren(other) || '—'}</span>,
  },
];

function listChildren({ children, childCount }: SamePhoneParent['other']): string {
  const more = childCount - children.length;
  return [...children, ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

interface Props {
  count: number;
  parents: readonly SamePhoneParent[];
  answer: SamePhone | undefined;
  onAnswer: (answer: SamePhone) => void;
}

/** Brothers and sisters share a parent, but neighbours may share a phone: only the school knows. */
export function SamePhoneQuestion({ count, parents, answer, onAnswer }: Props) {
  const title = t`${count} phụ huynh trùng số điện thoại`;
  const rows = withKeys(parents, ({ sheet, row, phone }) => `${sheet} ${row} ${phone}`);
  return (
    <section className={classes.group} data-kind="ask" aria-label={title}>
      <h3>{title}</h3>
      <div className={classes.wide}>
        <DataTable label={title} rows={rows} getRowKey={({ key }) => key} columns={listColumns()} />
      </div>
      <RadioList
        label={t`Những người trùng số điện thoại là một người hay nhiều người?`}
        options={[
          {
            value: 'link',
            label: i18n._(samePhoneLabels.link),
            description: t`Một tài khoản, liên kết với tất cả các con.`,
          },
          {
            value: 'separate',
            label: i18n._(samePhoneLabels.separate),
            description: t`Mỗi người một tài khoản; tên đăng nhập sau có thêm -2, -3.`,
          },
        ]}
        value={answer ?? null}
        onChange={onAnswer}
      />
    </section>
  );
}
