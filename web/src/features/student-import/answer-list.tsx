import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconListCheck } from '@tabler/icons-react';
import { type GivenAnswer, getQuestionKey } from './given-answers.ts';
import classes from './import-page.module.css';
import { answerLabels, describePlace, fieldLabels, samePhoneLabels } from './import-texts.ts';

interface Props {
  given: readonly GivenAnswer[];
  onTakeBack: (answer: GivenAnswer) => void;
}

/** What the user has answered so far, the last answer first; each can be taken back. */
export function AnswerList({ given, onTakeBack }: Props) {
  const { length: count } = given;
  if (count === 0) return null;
  return (
    <details className={classes.handled}>
      <summary>
        <IconListCheck size={20} aria-hidden />
        {t`${count} câu trả lời của bạn`}
      </summary>
      <ul className={classes.given}>
        {given.toReversed().map((answer) => {
          const [question, choice] = describe(answer);
          return (
            <li key={getQuestionKey(answer)}>
              <span className={classes.person}>
                <span>{question}</span>
                <strong>{choice}</strong>
              </span>
              <Button
                variant="subtle"
                leftSection={<IconArrowBackUp size={20} aria-hidden />}
                aria-label={t`Bỏ câu trả lời: ${question}`}
                onClick={() => onTakeBack(answer)}
              >
                {t`Hoàn tác`}
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** What was asked, and what was answered. */
function describe(answer: GivenAnswer): [question: string, answer: string] {
  const blank = t`để trống`;
  switch (answer.kind) {
    case 'fix': {
      const place = describePlace(answer);
      const field = i18n._(fieldLabels[answer.field]);
      return [`${answer.name} (${place}) · ${field}`, answer.value || blank];
    }
    case 'double': {
      const place = describePlace(answer);
      return [`${answer.name} (${place})`, i18n._(answerLabels[answer.answer])];
    }
    case 'blanks': {
      const { label } = answer;
      return [t`Tất cả: ${label}`, blank];
    }
    case 'other_doubles':
      return [t`Các em có thể trùng khác`, i18n._(answerLabels[answer.answer])];
    case 'same_phone':
      return [t`Phụ huynh trùng số điện thoại`, i18n._(samePhoneLabels[answer.answer])];
  }
}
