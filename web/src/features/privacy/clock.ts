import { t } from '@lingui/core/macro';
import type { DataRequest } from '@lop-xanh/contract/privacy';

const dayMs = 24 * 3_600_000;

interface Clock {
  text: string;
  urgency: 'late' | 'today' | 'running';
}

/** How long the office has for its next step; null once nothing is due. */
export function readClock(
  { status, answer_due, result_due }: Pick<DataRequest, 'status' | 'answer_due' | 'result_due'>,
  today: string,
): Clock | null {
  switch (status) {
    case 'open':
      return readAnswerClock(answer_due, today);
    case 'accepted':
      return readResultClock(result_due, today);
    default:
      return null;
  }
}

function readAnswerClock(due: string, today: string): Clock {
  const days = countDays(today, due);
  const late = -days;
  if (days < 0) return { text: t`Quá hạn trả lời ${late} ngày`, urgency: 'late' };
  const workingDays = countWorkingDays(today, due);
  if (workingDays === 0) return { text: t`Hôm nay là hạn trả lời`, urgency: 'today' };
  return { text: t`Còn ${workingDays} ngày làm việc để trả lời`, urgency: 'running' };
}

function readResultClock(due: string, today: string): Clock {
  const days = countDays(today, due);
  const late = -days;
  if (days < 0) return { text: t`Quá hạn hoàn tất ${late} ngày`, urgency: 'late' };
  if (days === 0) return { text: t`Hôm nay là hạn hoàn tất`, urgency: 'today' };
  return { text: t`Còn ${days} ngày để hoàn tất`, urgency: 'running' };
}

function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** The days from Monday to Friday after `from`, up to and including `to`. */
function countWorkingDays(from: string, to: string): number {
  const days = Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) =>
    new Date(Date.parse(from) + (index + 1) * dayMs).getUTCDay(),
  );
  return days.filter((day) => day !== 0 && day !== 6).length;
}
