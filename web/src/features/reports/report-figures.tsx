import { t } from '@lingui/core/macro';
import type { ReportCounts } from '@lop-xanh/contract/reports';
import { formatRate } from '../attendance-overview/public.ts';
import { formatShare, toRate } from './report-columns.tsx';
import classes from './report-figures.module.css';

/** The period in three figures, each with how it is counted. */
export function ReportFigures({ totals }: { totals: ReportCounts }) {
  const { present, total, sheets, due, students, participants } = totals;
  const attended = formatShare(present, total);
  const taught = formatShare(sheets, due);
  const active = formatShare(participants, students);
  const figures = [
    {
      name: t`Có mặt`,
      rate: toRate(present, total),
      share: t`${attended} lượt`,
      rule: t`Lượt có mặt trên mọi lượt điểm danh đã lưu; vắng có phép cũng là vắng.`,
    },
    {
      name: t`Bài đã dạy`,
      rate: toRate(sheets, due),
      share: t`${taught} bài`,
      rule: t`Mỗi tuần có phiếu điểm danh là một bài; kế hoạch là 35 tuần mỗi lớp.`,
    },
    {
      name: t`Học sinh tham gia`,
      rate: toRate(participants, students),
      share: t`${active} em`,
      rule: t`Em đã thích một bài viết hoặc có bình luận được hiện, trên sĩ số bây giờ hoặc cuối năm học.`,
    },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, rate, share, rule }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.rate}>{formatRate(rate)}</dd>
          <dd>{share}</dd>
          <dd className={classes.rule}>{rule}</dd>
        </div>
      ))}
    </dl>
  );
}
