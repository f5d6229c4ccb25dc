import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import { useCallbackRef } from '@mantine/hooks';
import { useMemo } from 'react';

interface Sheet<Student> {
  mark: (student: Student, status: AttendanceStatus) => void;
  setNote: (student: Student, text: string) => void;
  setExcused: (student: Student, isExcused: boolean) => void;
}

/** What the rows of a sheet can do, by their index. */
export interface RowActions {
  focus: (index: number) => void;
  mark: (index: number, status: AttendanceStatus) => void;
  setNote: (index: number, text: string) => void;
  setExcused: (index: number, isExcused: boolean) => void;
}

/** The same object in every render, so that only a changed row renders again. */
export function useRowActions<Student>(
  students: readonly Student[],
  sheet: Sheet<Student>,
  focus: (index: number) => void,
): RowActions {
  const withStudent = (index: number, act: (student: Student) => void) => {
    const student = students[index];
    if (student) act(student);
  };
  const mark = useCallbackRef((index: number, status: AttendanceStatus) =>
    withStudent(index, (student) => sheet.mark(student, status)),
  );
  const setNote = useCallbackRef((index: number, text: string) =>
    withStudent(index, (student) => sheet.setNote(student, text)),
  );
  const setExcused = useCallbackRef((index: number, isExcused: boolean) =>
    withStudent(index, (student) => sheet.setExcused(student, isExcused)),
  );
  return useMemo(() => ({ focus, mark, setNote, setExcused }), [focus, mark, setNote, setExcused]);
}
