import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { useToday } from '../../lib/today.ts';
import type { SheetId } from './sheet-draft.ts';
import type { ClassWeeksState } from './use-class-weeks.ts';
import { useSheet } from './use-sheet.ts';
import { useSheetSubmission } from './use-sheet-submission.ts';

export interface RollProps {
  sheetId: SheetId;
  schoolClass: SchoolClass;
  classWeeks: ClassWeeksState;
  students: readonly Student[];
}

/** What the sheet of a desktop and the roll of a phone have in common. */
export function useRoll({ sheetId, schoolClass, classWeeks, students }: RollProps) {
  const today = useToday();
  const sheet = useSheet(sheetId, students, today);
  const { submit, isSending, errorMessage } = useSheetSubmission(sheetId, schoolClass, classWeeks);

  const save = () =>
    submit(
      sheet.chosenDate,
      students.flatMap((student) => {
        const status = sheet.getStatus(student);
        const { id, full_name } = student;
        const note = sheet.getNote(student).trim();
        const isExcused = sheet.getExcused(student);
        return status ? [{ id, full_name, status, note, isExcused }] : [];
      }),
    );
  const countStatus = (status: AttendanceStatus | undefined) =>
    students.filter((student) => sheet.getStatus(student) === status).length;

  return {
    today,
    sheet,
    save,
    isSending,
    errorMessage,
    counts: {
      present: countStatus('present'),
      absent: countStatus('absent'),
      excused: students.filter(sheet.getExcused).length,
      unmarked: countStatus(undefined),
    },
  };
}
