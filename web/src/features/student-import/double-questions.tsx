import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import {
  type DoubleAnswer,
  doubleAnswers,
  type ImportDouble,
} from '@lop-xanh/contract/student-import';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { GivenAnswer } from './given-answers.ts';
import classes from './import-page.module.css';
import { answerLabels, describePlace } from './import-texts.ts';

interface Props {
  doubles: ImportDouble[];
  answerForOthers: DoubleAnswer | undefined;
  onAnswer: (answer: GivenAnswer) => void;
}

/** As many as a group of problems has; the rest comes once these are answered. */
const maxQuestions = 50;

/** Rows that may be one student; those without an answer first. */
export function DoubleQuestions({ doubles, answerForOthers, onAnswer }: Props) {
  if (doubles.length === 0) return null;
  const { length: count } = doubles;
  const sorted = doubles.toSorted((a, b) => Number(a.answer !== null) - Number(b.answer !== null));
  const hidden = count - maxQuestions;
  return (
    <section className={classes.group} data-kind="ask">
      <h3>
        <IconCopy size={20} aria-hidden />
        {t`${count} × có thể trùng`}
      </h3>
      {count > 1 && (
        <fieldset className={classes.question}>
          <legend>{t`Tất cả em chưa được trả lời riêng`}</legend>
          <AnswerButtons
            answer={answerForOthers}
            onChoose={(answer) => onAnswer({ kind: 'other_doubles', answer })}
          />
        </fieldset>
      )}
      <ul className={classes.people}>
        {sorted.slice(0, maxQuestions).map((double) => (
          <li key={`${double.sheet} ${double.row}`}>
            <Question double={double} onAnswer={onAnswer} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={classes.soft}>{t`và ${hidden} em nữa`}</p>}
    </section>
  );
}

function Question({ double, onAnswer }: Pick<Props, 'onAnswer'> & { double: ImportDouble }) {
  const { sheet, row, full_name: name, class_name, birth_date, other, answer } = double;
  const place = describePlace(double);
  const otherPlace =
    other.row === null
      ? t`Đã có trong trường`
      : t`Trong tệp: ${describePlace({ sheet: other.sheet ?? '', row: other.row })}`;
  return (
    <fieldset className={classes.question} data-answered={answer !== null || undefined}>
      <legend lang="vi">{name}</legend>
      <div className={classes.pair}>
        <p>
          <span className={classes.soft}>{t`Trong tệp: ${place}`}</span>
          {describePerson(class_name, birth_date)}
        </p>
        <p>
          <span className={classes.soft}>{otherPlace}</span>
          {describePerson(other.class_name, other.birth_date)}
          {other.identifier_code && ` · ${other.identifier_code}`}
        </p>
      </div>
      <AnswerButtons
        answer={answer}
        onChoose={(choice) => onAnswer({ kind: 'double', name, sheet, row, answer: choice })}
      />
    </fieldset>
  );
}

interface AnswerProps {
  answer: DoubleAnswer | null | undefined;
  onChoose: (answer: DoubleAnswer) => void;
}

function AnswerButtons({ answer, onChoose }: AnswerProps) {
  return (
    <div className={classes.answers}>
      {doubleAnswers.map((choice) => (
        <Button
          key={choice}
          variant={answer === choice ? 'filled' : 'default'}
          aria-pressed={answer === choice}
          onClick={() => onChoose(choice)}
        >
          {i18n._(answerLabels[choice])}
        </Button>
      ))}
    </div>
  );
}

function describePerson(className: string | null, birthDate: string | null): string {
  const parts = [className && t`lớp ${className}`, birthDate && formatDay(birthDate)];
  return parts.filter(Boolean).join(' · ') || '—';
}
