import { expect, test } from 'vitest';
import { agreeForOthers, listChangedAnswers, toAnswers } from './class-answers.ts';

const unanswered = { guardian: null, child: null, needsChild: true, isGiven: false } as const;
const students = [
  { id: 1, ...unanswered },
  { id: 2, ...unanswered, guardian: 'refused' as const },
  { id: 3, ...unanswered, needsChild: false },
];

test('only answers that differ from the stored ones are recorded', () => {
  const answers = toAnswers(students);
  expect(listChangedAnswers(students, answers)).toEqual([]);
  const changed = { ...answers, 2: { guardian: 'given', child: 'refused' } as const };
  expect(listChangedAnswers(students, changed)).toEqual([
    { student_id: 2, side: 'guardian', decision: 'given' },
    { student_id: 2, side: 'child', decision: 'refused' },
  ]);
  expect(listChangedAnswers(students, { 2: { guardian: 'refused', child: '' } })).toEqual([]);
});

test('agreeing for the others keeps every answer, and skips children who are not asked', () => {
  const guardians = agreeForOthers(students, toAnswers(students), 'guardian');
  expect(listChangedAnswers(students, guardians)).toEqual([
    { student_id: 1, side: 'guardian', decision: 'given' },
    { student_id: 3, side: 'guardian', decision: 'given' },
  ]);
  const children = agreeForOthers(students, toAnswers(students), 'child');
  expect(listChangedAnswers(students, children)).toEqual([
    { student_id: 1, side: 'child', decision: 'given' },
    { student_id: 2, side: 'child', decision: 'given' },
  ]);
});
