import { t } from '@lingui/core/macro';
import type { ImportField, ProblemGroup } from '@lop-xanh/contract/student-import';
import { Button, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../language/format-count.ts';
import { translateIssue } from '../../lib/api-errors.ts';
import classes from './import-page.module.css';
import { describePlace, describeProblemGroup } from './import-texts.ts';
import type { Answers } from './problem-panel.tsx';

interface Props {
  problems: ProblemGroup[];
  onFix: Answers['onFix'];
  onBlankAll: Answers['onBlankAll'];
}

/** Every kind of problem with its people; a value typed here is used instead of the file's. */
export function ProblemGroups({ problems, onFix, onBlankAll }: Props) {
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
            onClick={() => onBlankAll({ field, reason })}
          >
            {t`Để trống tất cả`}
          </Button>
        )}
        <ul className={classes.people}>
          {items.map((item) => (
            <li key={`${item.sheet} ${item.row}`}>
              <FixForm group={group} item={item} onFix={onFix} />
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

interface FixProps {
  group: ProblemGroup;
  item: ProblemGroup['items'][number];
  onFix: Answers['onFix'];
}

function FixForm({ group: { reason, field }, item, onFix }: FixProps) {
  const [text, setText] = useState('');
  const { sheet, row, full_name, value, message, values } = item;
  const name = full_name || t`Không có tên`;
  const problem = translateIssue({ reason, message, values }).message;
  const place = describePlace(item);
  return (
    <form
      className={classes.fix}
      onSubmit={(event) => {
        event.preventDefault();
        if (field && text.trim()) onFix({ sheet, row, field, value: text.trim() });
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
            onClick={() => onFix({ sheet, row, field, value: '' })}
          >
            {t`Để trống`}
          </Button>
        )
      )}
    </form>
  );
}
