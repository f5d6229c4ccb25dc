import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import type { Person } from '@lop-xanh/contract/people';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { historyPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { AttendanceCounts, AttendanceMark } from '../attendance/public.ts';
import { YearOverview } from '../history/public.ts';
import classes from './attendance-section.module.css';
import { PersonSection, SectionEmpty, SectionItem, SectionList } from './person-section.tsx';

interface Props {
  account: Account;
  attendance: NonNullable<Person['attendance']>;
  /** Where it has the page for itself. */
  hasAllAbsences: boolean;
}

const shownAbsences = 3;

/** The weeks of this year, and the latest absences. */
export function AttendanceSection({ account, attendance, hasAllAbsences }: Props) {
  const { school_year, weeks, totals } = attendance;
  const absences = weeks.filter(({ status }) => status === 'absent').toReversed();
  return (
    <PersonSection
      title={`${t`Điểm danh`} · ${getSchoolYearLabel(school_year)}`}
      action={<Link to={`${historyPath(account) ?? ''}&view=report`}>{t`Báo cáo`}</Link>}
      isWide
    >
      {weeks.length === 0 ? (
        <SectionEmpty text={t`Năm nay chưa có lần điểm danh nào`} />
      ) : (
        <>
          <AttendanceCounts {...totals} />
          <div className={classes.strip}>
            <YearOverview weeks={weeks} />
          </div>
          {absences.length > 0 && (
            <SectionList>
              {(hasAllAbsences ? absences : absences.slice(0, shownAbsences)).map((record) => {
                const { week } = record;
                return (
                  <SectionItem
                    key={week}
                    title={`${t`Tuần ${week}`} · ${formatDay(record.date)}`}
                    text={record.note && <span lang="vi">{record.note}</span>}
                    action={<AttendanceMark record={record} />}
                  />
                );
              })}
            </SectionList>
          )}
        </>
      )}
    </PersonSection>
  );
}
