import {
  type ConsentDecision,
  type ConsentSide,
  type ConsentState,
  consentSides,
} from '@lop-xanh/contract/consent';

type Answer = ConsentDecision | '';

/** By the student's id, as selects hold them. */
export type SheetAnswers = Record<string, Record<ConsentSide, Answer>>;

type Student = ConsentState & { id: number };

export function toAnswers(students: readonly Student[]): SheetAnswers {
  return Object.fromEntries(
    students.map(({ id, guardian, child }) => [
      id,
      { guardian: guardian ?? '', child: child ?? '' },
    ]),
  );
}

/** Agrees for everyone who has not answered; for children only where their answer counts. */
export function agreeForOthers(
  students: readonly Student[],
  answers: SheetAnswers,
  side: ConsentSide,
): SheetAnswers {
  const agreed = students
    .filter(({ id, needsChild }) => !answers[id]?.[side] && (side === 'guardian' || needsChild))
    .map(({ id }) => [id, { guardian: '', child: '', ...answers[id], [side]: 'given' }]);
  return { ...answers, ...Object.fromEntries(agreed) };
}

/** The answers that differ from the stored ones. */
export function listChangedAnswers(students: readonly Student[], answers: SheetAnswers) {
  return students.flatMap((student) =>
    consentSides.flatMap((side) => {
      const decision = answers[student.id]?.[side];
      const isChanged = decision && decision !== student[side];
      return isChanged ? [{ student_id: student.id, side, decision }] : [];
    }),
  );
}
