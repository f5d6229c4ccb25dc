import { t } from '@lingui/core/macro';
import type { SchoolSummary } from '@lop-xanh/contract/dashboard';
import { type ConcernLevel, getConcernLevel } from '@lop-xanh/contract/rules/concerns';
import { limits } from '@lop-xanh/contract/rules/limits';
import { formatAge } from '../../language/age.ts';
import { formatBytes } from '../../language/format-bytes.ts';
import { formatCount } from '../../language/format-count.ts';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { useMinutes } from '../../lib/minutes.ts';
import { postPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { schoolLinks } from './school-links.ts';
import classes from './schools-table.module.css';

export function SchoolsTable({ schools }: { schools: SchoolSummary[] }) {
  return (
    <div className={classes.scroll}>
      <DataTable
        label={t`Trường học`}
        columns={listColumns(useMinutes())}
        rows={schools}
        getRowKey={({ id }) => id}
        paging="none"
      />
    </div>
  );
}

export function getLevelName(level: ConcernLevel): string {
  switch (level) {
    case 'urgent':
      return t`Cần xử lý`;
    case 'check':
      return t`Cần xem`;
    case 'fine':
      return t`Ổn`;
  }
}

function listColumns(now: number): Column<SchoolSummary>[] {
  const days = limits.loginDays;
  return [
    {
      name: t`Trường`,
      cell: ({ id, school_name }) => (
        <Link className={classes.name} to={schoolLinks.overview(id)} lang="vi">
          {school_name}
        </Link>
      ),
    },
    {
      name: t`Tình trạng`,
      isNowrap: true,
      cell: ({ concerns }) => {
        const level = getConcernLevel(concerns);
        return (
          <span className={classes.level} data-level={level}>
            {getLevelName(level)}
          </span>
        );
      },
    },
    { name: t`Điểm danh`, isNowrap: true, cell: (school) => <Coverage school={school} /> },
    {
      name: t`Mod`,
      isNowrap: true,
      cell: ({ id, mods, concerns }) => (
        <Link
          className={classes.link}
          to={schoolLinks.mods(id)}
          data-tone={concerns.includes('no_mod') ? 'clay' : undefined}
        >
          {mods === 0 ? t`Chưa có` : t`${mods} người`}
        </Link>
      ),
    },
    {
      name: t`Bài chờ`,
      isNowrap: true,
      cell: ({ oldestPost, concerns }) =>
        oldestPost ? (
          <Link
            className={classes.link}
            to={postPath(oldestPost.id)}
            data-tone={concerns.includes('late_post') ? 'clay' : undefined}
          >
            {formatAge(oldestPost.since, now)}
          </Link>
        ) : (
          t`không có`
        ),
    },
    {
      name: t`Đăng nhập ${days} ngày`,
      isNowrap: true,
      cell: ({ logins }) => formatCount(logins),
    },
    { name: t`Dung lượng`, isNowrap: true, cell: ({ storedBytes }) => formatBytes(storedBytes) },
    {
      name: t`Hoạt động`,
      isNowrap: true,
      cell: ({ lastUsedAt, concerns }) => (
        <span className={classes.used} data-tone={concerns.includes('silent') ? 'sun' : undefined}>
          {lastUsedAt ? formatRelativeTime(lastUsedAt) : t`chưa bao giờ`}
        </span>
      ),
    },
  ];
}

function Coverage({ school: { id, due, sheets, concerns } }: { school: SchoolSummary }) {
  return (
    <Link
      className={classes.coverage}
      to={schoolLinks.attendance(id)}
      data-tone={concerns.includes('missing_sheets') ? 'sun' : undefined}
    >
      <meter className={classes.bar} min={0} max={Math.max(1, due)} value={sheets} aria-hidden />
      {due === 0 ? '–' : `${sheets}/${due}`}
    </Link>
  );
}
