import { t } from '@lingui/core/macro';
import type { ImportField, ProblemGroup } from '@lop-xanh/contract/student-import';
import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../language/format-count.ts';
import { translateIssue } from '../../lib/api-errors.ts';
import type { GivenAnswer } from './given-answers.ts';
import classes from './import-page.module.css';
import { describePlace, describeProblemGroup } from './import-texts.ts';

interface Props {
  problems: ProblemGroup[];
  onAnswer: (answer: GivenAnswer) => void;
}

/** Every kind of problem with its people; a value typed here is used instead of the file's. */
export function ProblemGroups({ problems, onAnswer }: Props) {
  return problems.map((group) => {
    const { reason, field, count, items } = group;
    const hidden = count - items.length;
    const label = describeProblemGroup(group);
    return (
      <section key={`${reason} ${field}`} className={classes.group} data-kind="fix">
        <h3>
          <IconAlertCircle size={20} aria-hidden />
          {formatCount(count)} × {label}
        </h3>
        {count > 1 && canBeBlank(field) && (
          <Button
            variant="default"
            className={classes.all}
            aria-label={t`Để trống tất cả: ${label}`}
            onClick={() => onAnswer({ kind: 'blanks', label, field, reason })}
          >
            {t`Để trống tất cả`}
          </Button>
        )}
        <ul className={classes.people}>
          {items.map((item) => (
            <li key={`${item.sheet} ${item.row}`}>
              <FixForm group={group} item={item} onAnswer={onAnswer} />
            </li>
          ))}
        </ul>
        {hidden > 0 && <p className={classes.soft}>{t`và ${hidden} dòng nữa`}</p>}
      </section>
    );
  });
}

const canBeBlank = (field: ImportField | null): field is ImportField =>
  field !== null && field !== 'full_name';

interface FixProps extends Pick<Props, 'onAnswer'> {
  group: ProblemGroup;
  item: ProblemGroup['items'][number];
}

function FixForm({ group: { reason, field }, item, onAnswer }: FixProps) {
  const [text, setText] = useState('');
  const { sheet, row, full_name, value, message, values } = item;
  const name = full_name || t`Không có tên`;
  const problem = translateIssue({ reason, message, values }).message;
  const place = describePlace(item);
  const fix = (correct: string) =>
    field && onAnswer({ kind: 'fix', name, sheet, row, field, value: correct });
  return (
    <form
      className={classes.fix}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) fix(text.trim());
      }}
    >
      <span className={classes.person}>
        <strong lang="vi">{name}</strong>
        <span className={classes.soft}>
          {place}
          {value ? `: “${value}”` : ''} · {problem}
        </span>
      </span>
      {field && (
        <TextInput
          aria-label={t`Giá trị đúng cho ${name}, ${place}`}
          placeholder={field === 'birth_date' ? t`ngày/tháng/năm` : ''}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {field && text.trim() ? (
        <Button type="submit" variant="light">{t`Sửa`}</Button>
      ) : (
        canBeBlank(field) && (
          <Button
            variant="default"
            aria-label={t`Để trống cho ${name}, ${place}`}
            onClick={() => fix('')}
          >
            {t`Để trống`}
          </Button>
        )
      )}
    </form>
  );
}
