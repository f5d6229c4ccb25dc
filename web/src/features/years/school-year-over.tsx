import { t } from '@lingui/core/macro';
import { formatSchoolYear, getSchoolYear } from '@lop-xanh/contract/rules/dates';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useToday } from '../../lib/today.ts';
import classes from './school-year-over.module.css';

/** Tells a Mod after July that the school is still in the year that is over. */
export function SchoolYearOver() {
  const { role, school_year: year } = useUser();
  const today = useToday();
  if (role !== 'Mod' || year === null || getSchoolYear(today) <= year) return null;
  const name = formatSchoolYear(year);
  return (
    <p className={classes.notice}>
      <IconCalendarRepeat size={22} aria-hidden />
      <span className={classes.text}>{t`Năm học ${name} đã kết thúc.`}</span>
      <Link to={paths.schoolYear} className={classes.link}>
        {t`Bắt đầu năm học mới`}
      </Link>
    </p>
  );
}
