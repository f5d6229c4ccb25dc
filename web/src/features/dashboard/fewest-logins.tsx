import { t } from '@lingui/core/macro';
import type { SchoolLogins } from '@lop-xanh/contract/dashboard';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { formatCount } from '../../language/format-count.ts';
import { Link } from '../../lib/routing/link.tsx';
import { NumbersTable } from '../../ui/plot-table.tsx';
import { listLoginKinds } from './login-figures.ts';
import classes from './logins-plot.module.css';
import { schoolLinks } from './school-links.ts';

/** What is behind one week of the plot. */
export function FewestLogins({ monday, schools }: { monday: string; schools: SchoolLogins[] }) {
  const kinds = listLoginKinds();
  const day = formatDay(monday);
  return (
    <section className={classes.fewest}>
      <h3>{t`Ít lượt đăng nhập nhất trong tuần từ ${day}`}</h3>
      <NumbersTable
        headings={[t`Trường`, ...kinds.map(({ name }) => name)]}
        rows={schools.map((school) => ({
          key: school.id,
          name: (
            <Link to={schoolLinks.overview(school.id)} lang="vi">
              {school.school_name}
            </Link>
          ),
          cells: kinds.map(({ field }) => formatCount(school[field])),
        }))}
      />
    </section>
  );
}
