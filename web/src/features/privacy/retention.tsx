import { t } from '@lingui/core/macro';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { privacy } from '@lop-xanh/contract/privacy';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TablePanel, TableSkeleton } from '../../ui/table-panel.tsx';
import { retentionQuery } from './privacy.api.ts';
import classes from './retention.module.css';

/** How long data is kept, as the operator has set it. */
export function Retention() {
  const title = t`Thời hạn lưu giữ`;
  return (
    <TablePanel label={title}>
      <h2 className={classes.title}>{title}</h2>
      <Loaded
        query={useQuery(retentionQuery)}
        skeleton={<TableSkeleton />}
        failedMessage={t`Không tải được thời hạn lưu giữ`}
      >
        {(terms) => (
          <DataTable
            label={title}
            columns={listColumns()}
            rows={listTerms(terms)}
            getRowKey={({ data }) => data}
            paging="none"
          />
        )}
      </Loaded>
    </TablePanel>
  );
}

interface Term {
  data: string;
  days: number;
  from: string;
}

const listColumns = (): Column<Term>[] => [
  { name: t`Dữ liệu`, cell: ({ data }) => data },
  { name: t`Được giữ`, isNowrap: true, cell: ({ days }) => describeTerm(days) },
  { name: t`Tính từ`, cell: ({ from }) => from },
];

function listTerms(terms: ResponseOf<typeof privacy.retention>): Term[] {
  return [
    {
      data: t`Dữ liệu cá nhân của học sinh đã rời trường`,
      days: terms.departedStudents,
      from: t`ngày rời trường`,
    },
    { data: t`Thông báo, đã đọc hay chưa`, days: terms.notifications, from: t`ngày gửi` },
    { data: t`Nhật ký quản trị`, days: terms.audit, from: t`ngày ghi` },
  ];
}

/** Operators set days; a number of years may or may not count the leap days. */
function describeTerm(days: number): string {
  const years = Math.round(days / 365);
  const isWhole = years > 0 && Math.abs(days - years * 365.25) < 2;
  return isWhole ? t`${years} năm` : t`${days} ngày`;
}
