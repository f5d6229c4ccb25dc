import type { DoubleAnswer, ImportAnswers, ImportColumn } from '@lop-xanh/contract/student-import';

/** An answer of the user, with what names it in the list of answers. */
export type GivenAnswer =
  | ({ kind: 'fix'; name: string } & ImportAnswers['fixes'][number])
  | ({ kind: 'double'; name: string } & ImportAnswers['doubles'][number])
  | ({ kind: 'blanks'; label: string } & ImportAnswers['blanks'][number])
  | { kind: 'other_doubles'; answer: DoubleAnswer }
  | { kind: 'same_phone'; answer: NonNullable<ImportAnswers['same_phone']> };

/** What the file is checked with. */
export interface Choices {
  columns: ImportAnswers['columns'];
  /** In the order in which they were given. */
  given: readonly GivenAnswer[];
}

export const noChoices: Choices = { columns: [], given: [] };

/** Every question has one answer. */
export function getQuestionKey(answer: GivenAnswer): string {
  switch (answer.kind) {
    case 'fix':
      return JSON.stringify([answer.kind, answer.sheet, answer.row, answer.field]);
    case 'double':
      return JSON.stringify([answer.kind, answer.sheet, answer.row]);
    case 'blanks':
      return JSON.stringify([answer.kind, answer.field, answer.reason]);
    case 'other_doubles':
    case 'same_phone':
      return answer.kind;
  }
}

export function takeBack({ columns, given }: Choices, answer: GivenAnswer): Choices {
  const key = getQuestionKey(answer);
  return { columns, given: given.filter((other) => getQuestionKey(other) !== key) };
}

export function giveAnswer(choices: Choices, answer: GivenAnswer): Choices {
  const { columns, given } = takeBack(choices, answer);
  return { columns, given: [...given, answer] };
}

export function mapColumn(
  { columns, given }: Choices,
  heading: string,
  field: ImportColumn['field'],
): Choices {
  return {
    columns: [...columns.filter((column) => column.heading !== heading), { heading, field }],
    // What was worth nothing there may be worth something here.
    given: given.filter(({ kind }) => kind !== 'blanks'),
  };
}

export function toImportAnswers({ columns, given }: Choices): ImportAnswers {
  const answers: ImportAnswers = { columns, fixes: [], doubles: [], blanks: [] };
  for (const answer of given) {
    switch (answer.kind) {
      case 'fix': {
        const { sheet, row, field, value } = answer;
        answers.fixes.push({ sheet, row, field, value });
        break;
      }
      case 'double': {
        const { sheet, row, answer: choice } = answer;
        answers.doubles.push({ sheet, row, answer: choice });
        break;
      }
      case 'blanks': {
        const { field, reason } = answer;
        answers.blanks.push({ field, reason });
        break;
      }
      case 'other_doubles':
        answers.other_doubles = answer.answer;
        break;
      case 'same_phone':
        answers.same_phone = answer.answer;
        break;
    }
  }
  return answers;
}
