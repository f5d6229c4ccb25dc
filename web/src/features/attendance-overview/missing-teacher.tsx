import { t } from '@lingui/core/macro';
import type { ClassOverview } from '@lop-xanh/contract/attendance-overview';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconBellRinging, IconCheck } from '@tabler/icons-react';
import { PersonLink } from '../people/public.ts';
import classes from './missing-teacher.module.css';

interface Props {
  schoolClass: ClassOverview;
  /** Not in a row that begins with the name. */
  hasName: boolean;
  isReminded: boolean;
  isReminding: boolean;
  onRemind: () => void;
}

/** Who has to take the missing attendance, and the button that reminds them. */
export function MissingTeacher({ schoolClass, hasName, isReminded, isReminding, onRemind }: Props) {
  const { teacher, remindedAt, name } = schoolClass;
  if (!teacher) {
    return (
      <p className={classes.missing}>
        {hasName && <span className={classes.class}>{name}</span>}
        {t`Lớp chưa có giáo viên`}
      </p>
    );
  }
  const time = remindedAt && formatDateTime(remindedAt);
  return (
    <div className={classes.missing}>
      <p>
        {hasName && <span className={classes.class}>{name}</span>}
        <strong lang="vi">
          <PersonLink id={teacher.id} isPlain>
            {teacher.full_name}
          </PersonLink>
        </strong>
        <span className={classes.state}>{time ? t`đã nhắc ${time}` : t`chưa nhắc`}</span>
      </p>
      <Button
        size="sm"
        variant="default"
        disabled={isReminded || isReminding}
        aria-label={isReminded ? t`Đã nhắc lớp ${name}` : t`Nhắc lớp ${name}`}
        leftSection={
          isReminded ? (
            <IconCheck size={18} aria-hidden />
          ) : (
            <IconBellRinging size={18} aria-hidden />
          )
        }
        onClick={onRemind}
      >
        {isReminded ? t`Đã nhắc` : t`Nhắc`}
      </Button>
    </div>
  );
}
