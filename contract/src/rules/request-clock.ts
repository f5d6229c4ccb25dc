import { limits } from './limits.ts';

const dayMs = 86_400_000;

/**
 * The last days for the answer and for the result of a request received on a day 'YYYY-MM-DD'. Public
 * holidays count as working days: the school then answers earlier than the law asks, never later.
 */
export function computeDeadlines(receivedOn: string): { answerDue: string; resultDue: string } {
  let answerDue = receivedOn;
  for (let days = 0; days < limits.answerWorkingDays; ) {
    answerDue = addDays(answerDue, 1);
    if (isWorkingDay(answerDue)) days += 1;
  }
  return { answerDue, resultDue: addDays(receivedOn, limits.resultDays) };
}

/** Monday to Friday. */
function isWorkingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday >= 1 && weekday <= 5;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
