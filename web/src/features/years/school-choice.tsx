import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '../../language/format-count.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Card } from '../../ui/card.tsx';
import classes from './school-choice.module.css';

/** Lets an Admin choose the school first. */
export function SchoolChoice({ schools }: { schools: readonly School[] }) {
  const { choose } = useUrlParams();
  return (
    <Card title={t`Chọn trường`}>
      <ul className={classes.list}>
        {schools.map((school) => (
          <li key={school.id}>
            <button
              type="button"
              className={classes.school}
              onClick={() => choose({ school: school.id })}
            >
              <span className={classes.text}>
                <span className={classes.name} lang="vi">
                  {school.school_name}
                </span>
                <span className={classes.size}>{describeSize(school)}</span>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function describeSize({ student_count, class_count }: School): string {
  const [size, classCount] = [student_count, class_count].map(formatCount) as [string, string];
  return t`${size} em · ${classCount} lớp`;
}
