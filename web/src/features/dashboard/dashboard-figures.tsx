import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { Dashboard } from '@lop-xanh/contract/dashboard';
import { limits } from '@lop-xanh/contract/rules/limits';
import { IconClipboardCheck, IconClock, IconLogin2, IconUserShield } from '@tabler/icons-react';
import { formatAge, isLate } from '../../language/age.ts';
import { formatCount } from '../../language/format-count.ts';
import { useMinutes } from '../../lib/minutes.ts';
import { paths, postPath } from '../../lib/paths.ts';
import classes from './dashboard-page.module.css';
import { FigureCard } from './figure-card.tsx';

/** All schools in four figures. */
export function DashboardFigures({ totals }: { totals: Dashboard['totals'] }) {
  const { schools, due, sheets, withoutMod, logins, oldestPost } = totals;
  const now = useMinutes();
  const days = limits.loginDays;
  const coverage = due === 0 ? '–' : formatPercent(sheets / due);
  const [sheetCount, dueCount] = [formatCount(sheets), formatCount(due)];
  return (
    <section className={classes.figures} aria-label={t`Tất cả các trường`}>
      <FigureCard
        icon={IconClipboardCheck}
        title={t`Lớp đã điểm danh tuần này`}
        value={coverage}
        text={t`${sheetCount}/${dueCount} lớp`}
        to={`${paths.admin}?sort=coverage`}
      />
      <FigureCard
        icon={IconClock}
        title={t`Bài chờ duyệt lâu nhất`}
        value={oldestPost ? formatAge(oldestPost.since, now) : t`Không có`}
        text={oldestPost?.school_name ?? t`Mọi bài đã được duyệt`}
        to={oldestPost ? postPath(oldestPost.id) : `${paths.admin}?sort=post`}
        tone={oldestPost && isLate(oldestPost.since, now) ? 'sun' : 'plain'}
      />
      <FigureCard
        icon={IconUserShield}
        title={t`Trường chưa có Mod`}
        value={formatCount(withoutMod)}
        text={withoutMod === 0 ? t`Trường nào cũng có Mod` : t`Không ai duyệt bài của trường`}
        to={`${paths.admin}?concern=no_mod`}
        tone={withoutMod === 0 ? 'plain' : 'clay'}
      />
      <FigureCard
        icon={IconLogin2}
        title={t`Lượt đăng nhập ${days} ngày qua`}
        value={formatCount(logins)}
        text={t`${schools} trường`}
        to={`${paths.admin}?sort=logins`}
      />
    </section>
  );
}

function formatPercent(rate: number): string {
  return rate.toLocaleString(i18n.locale, { style: 'percent' });
}
