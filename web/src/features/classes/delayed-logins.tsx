import { t } from '@lingui/core/macro';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { Button } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../ui/avatar.tsx';
import { useUnlock } from '../accounts/public.ts';
import { PersonLink } from '../people/public.ts';
import { delayedStudentsQuery } from './classes.api.ts';
import classes from './delayed-logins.module.css';

/** Lets a teacher unlock students who must wait after too many failed login attempts. */
export function DelayedLogins({ schoolClass }: { schoolClass: SchoolClass }) {
  const { data: students = [] } = useQuery(delayedStudentsQuery(schoolClass.id));
  if (students.length === 0) return null;
  return (
    <section className={classes.card} aria-label={t`Học sinh đang phải chờ đăng nhập`}>
      <ul className={classes.list}>
        {students.map((student) => (
          <DelayedStudent key={student.id} student={student} />
        ))}
      </ul>
    </section>
  );
}

function DelayedStudent({ student }: { student: Student }) {
  const { unlock, isUnlocking } = useUnlock();
  const { full_name: name } = student;
  return (
    <li className={classes.student}>
      <Avatar user={student} size={36} />
      <div className={classes.text}>
        <p className={classes.name} lang="vi">
          <PersonLink id={student.id} isPlain>
            {name}
          </PersonLink>
        </p>
        <p className={classes.soft}>{t`Sai mật khẩu nhiều lần, đang phải chờ để thử lại`}</p>
      </div>
      <Button
        variant="default"
        loading={isUnlocking}
        leftSection={<IconLockOpen size={20} aria-hidden />}
        aria-label={t`Mở khóa đăng nhập cho ${name}`}
        onClick={() => unlock(student)}
      >
        {t`Mở khóa đăng nhập`}
      </Button>
    </li>
  );
}
