import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { IconUserShare, IconUsers } from '@tabler/icons-react';
import { Suspense } from 'react';
import { translateGrade } from '../../language/grade-name.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { useUser } from '../../lib/current-user.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { PersonLink } from '../people/public.ts';
import { useChosenYear } from '../years/public.ts';
import classes from './class-card.module.css';
import { describeSubstitute } from './substitute-text.ts';

/** Students and parents have nothing to arrange; a teacher opens only classes that they teach. */
const rolesWithMenu: readonly Role[] = ['Teacher', 'Mod', 'Admin'];
const ClassMenu = lazyComponent('class-menu', async () => {
  return (await import('./class-menu.tsx')).ClassMenu;
});

interface Props {
  schoolClass: SchoolClass;
  /** A Mod manages many classes, so the class is shown beside the teacher's name. */
  isForMod: boolean;
}

export function ClassCard({ schoolClass, isForMod }: Props) {
  const { role } = useUser();
  const {
    name,
    grade_name,
    school_name,
    school_year,
    student_count: count,
    substitute,
  } = schoolClass;
  // The current year is never in the URL.
  const isPast = useChosenYear() === school_year;
  return (
    <section className={classes.card} aria-label={t`Thông tin lớp`}>
      <div className={classes.part}>
        <span className={classes.badge} aria-hidden>
          <IconUsers size={22} />
        </span>
        <div>
          <h2 className={classes.name}>{t`Lớp ${name}`}</h2>
          <p className={classes.soft}>
            {[
              translateGrade(grade_name),
              t`${count} học sinh`,
              school_name,
              ...(isPast ? [getSchoolYearLabel(school_year)] : []),
            ].join(' · ')}
          </p>
        </div>
      </div>
      <div className={classes.teacherPart}>
        <TeacherCard schoolClass={schoolClass} isForMod={isForMod} />
        {rolesWithMenu.includes(role) && !isPast && (
          <span className={classes.menu}>
            <Suspense>
              <ClassMenu schoolClass={schoolClass} />
            </Suspense>
          </span>
        )}
      </div>
      {substitute && (
        <p className={classes.substitute}>
          <IconUserShare size={20} aria-hidden />
          {describeSubstitute(substitute)}
        </p>
      )}
    </section>
  );
}

function TeacherCard({ schoolClass, isForMod }: Props) {
  const { teacher_id, teacher_full_name, teacher_first_name, teacher_avt, name } = schoolClass;
  if (teacher_id === null || teacher_full_name === null) {
    return <p className={classes.soft}>{t`Lớp chưa có giáo viên chủ nhiệm`}</p>;
  }
  const teacher = { id: teacher_id, first_name: teacher_first_name ?? '', avt: teacher_avt ?? '' };
  return (
    <div className={classes.part}>
      <Avatar user={teacher} />
      <div>
        <p className={classes.teacher} lang="vi">
          <PersonLink id={teacher_id} isPlain>
            {teacher_full_name}
          </PersonLink>
          {isForMod && <span className={classes.className}>{name}</span>}
        </p>
        <p className={classes.soft}>{t`Giáo viên chủ nhiệm`}</p>
      </div>
    </div>
  );
}
