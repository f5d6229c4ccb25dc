import { t } from '@lingui/core/macro';
import type { Membership } from '@lop-xanh/contract/history';
import type { Person } from '@lop-xanh/contract/people';
import { formatDate } from '@lop-xanh/contract/rules/dates';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { historyPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import classes from './classes-section.module.css';
import { PersonLink } from './person-link.tsx';
import { PersonSection, SectionEmpty, SectionItem, SectionList } from './person-section.tsx';

/** The classes of a student or teacher, the latest first. */
export function ClassesSection({ person: { account, memberships } }: { person: Person }) {
  const hasSeveralSchools = new Set(memberships.map(({ school_name }) => school_name)).size > 1;
  return (
    <PersonSection
      title={t`Các lớp`}
      action={<Link to={historyPath(account) ?? ''}>{t`Lịch sử`}</Link>}
    >
      {memberships.length === 0 && <SectionEmpty text={t`Chưa từng ở lớp nào`} />}
      <SectionList>
        {memberships.map((membership) => (
          <SectionItem
            key={membership.id}
            mark={
              <span
                className={classes.name}
                data-current={membership.until === null || undefined}
                lang="vi"
              >
                {membership.class_name}
              </span>
            }
            title={describeKind(membership)}
            text={
              <>
                {formatPeriod(membership)}
                {membership.teacher && (
                  <>
                    {' · '}
                    <span lang="vi">
                      <PersonLink id={membership.teacher.id}>
                        {membership.teacher.full_name}
                      </PersonLink>
                    </span>
                  </>
                )}
                {hasSeveralSchools && <span lang="vi"> · {membership.school_name}</span>}
              </>
            }
          />
        ))}
      </SectionList>
    </PersonSection>
  );
}

function describeKind({ kind, school_year }: Membership): string {
  const year = getSchoolYearLabel(school_year);
  switch (kind) {
    case 'student':
      return year;
    case 'homeroom':
      return t`${year}, chủ nhiệm`;
    case 'substitute':
      return t`${year}, dạy thay`;
  }
}

function formatPeriod(membership: Membership): string {
  const from = formatDate(membership.from);
  if (membership.until === null) return t`Từ ${from}`;
  const to = formatDate(membership.until);
  return t`Từ ${from} đến ${to}`;
}
