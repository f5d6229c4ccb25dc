import { t } from '@lingui/core/macro';
import type { ImportCheck } from '@lop-xanh/contract/student-import';
import { Loader } from '@mantine/core';
import { formatCount } from '../../language/format-count.ts';
import { AnswerList } from './answer-list.tsx';
import { DoubleQuestions } from './double-questions.tsx';
import { type Choices, type GivenAnswer, toImportAnswers } from './given-answers.ts';
import { HandledGroups } from './handled-groups.tsx';
import classes from './import-page.module.css';
import { ProblemGroups } from './problem-groups.tsx';
import { SamePhoneQuestion } from './same-phone-question.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface Props {
  check: ImportCheck;
  choices: Choices;
  isChecking: boolean;
  onAnswer: (answer: GivenAnswer) => void;
  onTakeBack: (answer: GivenAnswer) => void;
}

/** What the assistant could not read, must ask, and has understood by itself. */
export function ProblemPanel({ check, choices, isChecking, onAnswer, onTakeBack }: Props) {
  const answers = toImportAnswers(choices);
  const keptFocus = useKeptFocus();
  const { problems, doubles, handled, counts, new_classes } = check;
  const toFix = problems.reduce((sum, { count }) => sum + count, 0);
  const toAsk = check.open - toFix;
  const { length: understood } = handled;
  const created = formatCount(counts.created);
  const changed = formatCount(counts.changed);
  const parents = formatCount(counts.parents);
  const names = new_classes.join(', ');
  return (
    <section className={classes.card} aria-labelledby="import-problems" {...keptFocus}>
      <header className={classes.head}>
        <h2 id="import-problems" tabIndex={-1}>{t`Vấn đề`}</h2>
        {toFix > 0 && <span className={classes.pill} data-kind="fix">{t`${toFix} phải sửa`}</span>}
        {toAsk > 0 && <span className={classes.pill} data-kind="ask">{t`${toAsk} cần hỏi`}</span>}
        {understood > 0 && <span className={classes.pill}>{t`${understood} tự xử lý`}</span>}
        {isChecking && <Loader size={18} aria-label={t`Đang kiểm tra`} />}
      </header>
      {check.open === 0 && (
        <p className={classes.goodNote} role="status">{t`Không còn gì phải sửa.`}</p>
      )}
      <ProblemGroups problems={problems} onAnswer={onAnswer} />
      <DoubleQuestions
        doubles={doubles}
        answerForOthers={answers.other_doubles}
        onAnswer={onAnswer}
      />
      {check.samePhone.length > 0 && (
        <SamePhoneQuestion
          count={check.samePhoneCount}
          parents={check.samePhone}
          answer={answers.same_phone}
          onAnswer={(answer) => onAnswer({ kind: 'same_phone', answer })}
        />
      )}
      <AnswerList given={choices.given} onTakeBack={onTakeBack} />
      <HandledGroups groups={handled} />
      <footer className={classes.summary}>
        <p>
          {t`Sẽ ghi`} <strong>{t`${created} học sinh mới`}</strong>
          {counts.changed > 0 && <strong>{t`${changed} cập nhật`}</strong>}
          {counts.parents > 0 && <strong>{t`${parents} phụ huynh`}</strong>}
        </p>
        {names && <p className={classes.soft}>{t`Lớp mới được tạo: ${names}`}</p>}
      </footer>
    </section>
  );
}
