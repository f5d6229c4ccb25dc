import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { childrenQuery, useUser } from '../../lib/current-user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { schoolYearsQuery } from '../years/public.ts';
import { studentsQuery } from './attendance.api.ts';
import { StudentYear } from './student-year.tsx';
import classes from './students-attendance.module.css';

/** For students and parents: the student's own year and the names of the classmates. */
export function StudentsAttendance({ schoolClass }: { schoolClass: SchoolClass }) {
  const user = useUser();
  return (
    <>
      {user.role === 'Parent' ? (
        <ChildYears classId={schoolClass.id} />
      ) : (
        <StudentYear studentId={user.id} title={t`Điểm danh của em`} />
      )}
      <Card title={t`Danh sách lớp`}>
        <Classmates classId={schoolClass.id} />
      </Card>
    </>
  );
}

/** The years of students without a class, who may have been in one before. */
export function YearsWithoutClass() {
  const user = useUser();
  const { data: schoolYears = [] } = useQuery(schoolYearsQuery(user.school_id));
  if (schoolYears.length < 2) return null;
  if (user.role === 'Parent') return <ChildYears classId={null} />;
  if (user.role !== 'Student' || user.class_id !== null) return null;
  return <StudentYear studentId={user.id} title={t`Điểm danh của em`} />;
}

function ChildYears({ classId }: { classId: number | null }) {
  return (
    <Loaded
      query={useQuery(childrenQuery)}
      skeleton={<Skeleton lines={6} />}
      failedMessage={messages.classes.dataFailed}
    >
      {(children) =>
        children
          .filter(({ class_id }) => class_id === classId)
          .map(({ id, full_name: name }) => (
            <StudentYear key={id} studentId={id} title={t`Điểm danh của ${name}`} />
          ))
      }
    </Loaded>
  );
}

function Classmates({ classId }: { classId: number }) {
  const user = useUser();
  const isOwnStudent = (id: number) => id === user.id || user.student_ids.includes(id);
  return (
    <Loaded
      query={useQuery(studentsQuery(classId))}
      skeleton={<Skeleton lines={6} />}
      failedMessage={messages.classes.dataFailed}
    >
      {(students) => (
        <ol className={classes.list} lang="vi">
          {students.map((student) => (
            <li
              key={student.id}
              className={classes.student}
              data-own={isOwnStudent(student.id) || undefined}
            >
              <Avatar user={student} size={40} />
              {student.full_name}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
