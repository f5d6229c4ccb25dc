import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { ActionIcon } from '@mantine/core';
import { IconReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { useUser } from '../../lib/current-user.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useUrlParams } from '../../lib/url-params.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { PersonLink } from '../people/public.ts';
import { useChosenYear } from '../years/public.ts';
import { studentsQuery } from './attendance.api.ts';
import sheet from './sheet.module.css';

/** The students of a class with their reports; of a past class, those who were there at its end. */
export function ClassStudents({ schoolClass }: { schoolClass: SchoolClass }) {
  const { id, name, school_year } = schoolClass;
  const { role } = useUser();
  const isPast = useChosenYear() === school_year;
  // Former students belong to other teachers now.
  const hasReports = role !== 'Teacher' || !isPast;
  return (
    <Loaded
      query={useQuery(studentsQuery(id))}
      skeleton={
        <Card>
          <RowsSkeleton rows={8} />
        </Card>
      }
      failedMessage={messages.classes.dataFailed}
      empty={<EmptyState picture={<SproutPicture />} title={t`Lớp chưa có học sinh`} />}
      hasCard
    >
      {(students) => (
        <section className={sheet.sheet} aria-label={t`Học sinh lớp ${name}`}>
          <div className={sheet.head}>
            <h2 className={sheet.title}>{t`Học sinh lớp ${name}`}</h2>
            {isPast && <p className={sheet.soft}>{t`Khi năm học kết thúc`}</p>}
          </div>
          <ol
            className={sheet.list}
            style={{ gridTemplateRows: `repeat(${Math.ceil(students.length / 2)}, auto)` }}
          >
            {students.map((student, index) => (
              <li key={student.id} className={sheet.row}>
                <span className={sheet.number}>{index + 1}</span>
                <Avatar user={student} size={36} />
                <div className={sheet.student}>
                  <p className={sheet.name} lang="vi">
                    <PersonLink id={student.id} isPlain>
                      {student.full_name}
                    </PersonLink>
                  </p>
                  <p className={sheet.soft}>{student.identifier_code}</p>
                </div>
                {hasReports && <ReportLink student={student} schoolYear={school_year} />}
              </li>
            ))}
          </ol>
        </section>
      )}
    </Loaded>
  );
}

interface ReportLinkProps {
  student: { id: number; full_name: string };
  schoolYear: number;
}

function ReportLink({ student: { id, full_name: name }, schoolYear }: ReportLinkProps) {
  const { params } = useUrlParams();
  const search = new URLSearchParams(params);
  search.set('view', 'report');
  search.set('student', String(id));
  search.set('year', String(schoolYear));
  return (
    <ActionIcon
      component={Link}
      to={{ search: String(search) }}
      variant="subtle"
      aria-label={t`Báo cáo: ${name}`}
      title={t`Báo cáo`}
    >
      <IconReport size={22} />
    </ActionIcon>
  );
}
