import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { IconUsers } from '@tabler/icons-react';
import { translateGrade } from '../../language/grade-name.ts';
import { getSchoolYearLabel } from '../../language/school-year.ts';
import { useChosenYear } from '../../lib/school-years.ts';
import { Avatar } from '../../ui/avatar.tsx';
import classes from './class-card.module.css';

interface Props {
  schoolClass: SchoolClass;
  /** A Mod manages many classes, so the class is shown beside the teacher's name. */
  isForMod: boolean;
}

export function ClassCard({ schoolClass, isForMod }: Props) {
  const { name, grade_name, school_name, school_year, student_count: count } = schoolClass;
  const isOfChosenYear = useChosenYear() === school_year;
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
              ...(isOfChosenYear ? [getSchoolYearLabel(school_year)] : []),
            ].join(' · ')}
          </p>
        </div>
      </div>
      <TeacherCard schoolClass={schoolClass} isForMod={isForMod} />
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
          {teacher_full_name}
          {isForMod && <span className={classes.className}>{name}</span>}
        </p>
        <p className={classes.soft}>{t`Giáo viên chủ nhiệm`}</p>
      </div>
    </div>
  );
}
