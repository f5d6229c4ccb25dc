import { t } from '@lingui/core/macro';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import type { StudentDay } from '@lop-xanh/contract/today';
import { IconCalendarOff, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { formatShortDay } from './format-weekday.ts';

type DayState = 'present' | 'absent' | 'excused' | 'asked' | 'unknown';

const icons = {
  present: IconCheck,
  absent: IconX,
  excused: IconCalendarOff,
  asked: IconCalendarOff,
  unknown: IconClock,
};

/** Of today: the sheet, or else the leave note. */
export function getDayState({ attendance, leave }: StudentDay): DayState {
  if (!attendance) return leave ? 'asked' : 'unknown';
  if (attendance.status === 'present') return 'present';
  return attendance.isExcused ? 'excused' : 'absent';
}

export function DayIcon({ day, size }: { day: StudentDay; size: number }) {
  const Icon = icons[getDayState(day)];
  return <Icon size={size} aria-hidden />;
}

/** In a few words, below a name. */
export function getDayLabel(day: StudentDay): string {
  switch (getDayState(day)) {
    case 'present':
      return t`Có mặt`;
    case 'absent':
      return t`Vắng`;
    case 'excused':
      return t`Nghỉ phép`;
    case 'asked':
      return t`Xin nghỉ`;
    case 'unknown':
      return t`Chưa rõ`;
  }
}

export function describeDay(day: StudentDay): string {
  const { first_name: name } = day;
  switch (getDayState(day)) {
    case 'present':
      return t`Hôm nay ${name} có mặt`;
    case 'absent':
      return day.attendance?.isExcused === null
        ? t`Hôm nay ${name} vắng`
        : t`Hôm nay ${name} vắng không phép`;
    case 'excused':
      return t`Hôm nay ${name} nghỉ có phép`;
    case 'asked':
      return t`Hôm nay ${name} xin nghỉ`;
    case 'unknown':
      return t`Hôm nay ${name} chưa được điểm danh`;
  }
}

/** 'Lớp 3A · điểm danh lúc 07:35, 12/11'. */
export function describeDayDetails(day: StudentDay): string {
  const { attendance, leave } = day;
  const className = day.class_name;
  if (className === null) return t`Chưa được xếp lớp`;
  if (attendance) {
    const time = formatDateTime(attendance.takenAt).replace(/^(\S+) (\d\d\/\d\d).*$/, '$1, $2');
    return t`Lớp ${className} · điểm danh lúc ${time}`;
  }
  if (!leave) return t`Lớp ${className}`;
  const { reason } = leave;
  const lastDay = formatShortDay(leave.last_day);
  return t`Lớp ${className} · đến hết ${lastDay}: ${reason}`;
}
