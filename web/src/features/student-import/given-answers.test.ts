import { expect, test } from 'vitest';
import {
  type Choices,
  type GivenAnswer,
  giveAnswer,
  mapColumn,
  noChoices,
  takeBack,
  toImportAnswers,
} from './given-answers.ts';

const place = { sheet: '3D', row: 17 };
const fix = (value: string): GivenAnswer => ({
  kind: 'fix',
  name: 'Lê Nguyễn Đăng Khoa',
  ...place,
  field: 'birth_date',
  value,
});
const double: GivenAnswer = { kind: 'double', name: 'Trần Gia Hân', ...place, answer: 'skip' };
const blanks: GivenAnswer = {
  kind: 'blanks',
  label: 'ngày sinh không đọc được',
  field: 'birth_date',
  reason: 'invalid_date',
};
const others: GivenAnswer = { kind: 'other_doubles', answer: 'same' };
const samePhone: GivenAnswer = { kind: 'same_phone', answer: 'link' };
const giveAll = (...answers: GivenAnswer[]): Choices => answers.reduce(giveAnswer, noChoices);

test('the server gets every answer without what only names it', () => {
  expect(toImportAnswers(giveAll(fix('13/2/2018'), double, blanks, others, samePhone))).toEqual({
    columns: [],
    fixes: [{ ...place, field: 'birth_date', value: '13/2/2018' }],
    doubles: [{ ...place, answer: 'skip' }],
    blanks: [{ field: 'birth_date', reason: 'invalid_date' }],
    other_doubles: 'same',
    same_phone: 'link',
  });
});

test('a second answer to a question replaces the first one', () => {
  const { fixes, doubles } = toImportAnswers(giveAll(fix('13/2/2018'), double, fix('')));
  expect(fixes.map(({ value }) => value)).toEqual(['']);
  expect(doubles).toHaveLength(1);
});

test.each([fix(''), double, blanks, others, samePhone])(
  'an answer of the kind $kind can be taken back, and the others stay',
  (answer) => {
    const all = [fix('13/2/2018'), double, blanks, others, samePhone];
    const { given } = takeBack(giveAll(...all), answer);
    expect(given).toEqual(all.filter(({ kind }) => kind !== answer.kind));
  },
);

test('values are no longer left empty once a column holds something else', () => {
  const mapped = mapColumn(giveAll(fix('13/2/2018'), blanks), 'Ngày sinh', null);
  expect(mapped.columns).toEqual([{ heading: 'Ngày sinh', field: null }]);
  expect(mapped.given).toEqual([fix('13/2/2018')]);
});
