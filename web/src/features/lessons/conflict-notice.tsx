import { t } from '@lingui/core/macro';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { NativeSelect } from '../../ui/native-select.tsx';
import { TextItems } from '../../ui/text-items.tsx';
import classes from './conflict-notice.module.css';
import { describeChange } from './describe-changes.ts';
import { type Conflict, getPartKey, listChanges, listConflicts } from './lesson-versions.ts';
import type { EditedLesson } from './use-edited-lesson.ts';
import { getWeekFieldLabels } from './week-field-labels.ts';

interface Props {
  edited: EditedLesson;
  conflict: NonNullable<EditedLesson['conflict']>;
  onSettled: () => void;
}

/** Says what somebody else saved meanwhile, and makes one version of both. Nothing is saved by that. */
export function ConflictNotice({ edited, conflict, onSettled }: Props) {
  const { base, draft, merge, discard } = edited;
  const { theirs, savedAt } = conflict;
  const [takenKeys, setTakenKeys] = useState<ReadonlySet<string>>(new Set());
  const conflicts = listConflicts({ base: base.draft, mine: draft, theirs });
  const at = formatDateTime(savedAt);

  const take = (key: string, isTaken: boolean) => {
    const next = new Set(takenKeys);
    if (isTaken) next.add(key);
    else next.delete(key);
    setTakenKeys(next);
  };
  return (
    <div className={classes.notice}>
      <p className={classes.title} role="alert">
        {t`Người khác đã lưu bài giảng này lúc ${at}`}
      </p>
      <p>{t`Những chỗ người đó đã sửa:`}</p>
      <ul>
        <TextItems lines={listChanges(base.draft, theirs).map(describeChange)} />
      </ul>
      {conflicts.length > 0 && <p>{t`Những chỗ cả hai cùng sửa, hãy chọn bản được giữ lại:`}</p>}
      {conflicts.map((part) => {
        const key = getPartKey(part.part);
        return (
          <div key={key} className={classes.conflict}>
            <NativeSelect
              label={describeChange(part.mine)}
              value={takenKeys.has(key) ? 'theirs' : 'mine'}
              data={[
                { value: 'mine', label: t`Bản của tôi` },
                { value: 'theirs', label: t`Bản của người kia` },
              ]}
              onChange={(event) => take(key, event.currentTarget.value === 'theirs')}
            />
            <TheirTexts conflict={part} />
          </div>
        );
      })}
      <div className={classes.buttons}>
        <Button
          variant="default"
          onClick={() => {
            discard();
            onSettled();
          }}
        >
          {t`Bỏ thay đổi và mở bản mới nhất`}
        </Button>
        <Button
          onClick={() => {
            merge((key) => takenKeys.has(key));
            onSettled();
          }}
        >
          {t`Gộp và sửa tiếp`}
        </Button>
      </div>
    </div>
  );
}

/** What the other user wrote. */
function TheirTexts({ conflict: { theirs } }: { conflict: Conflict }) {
  const { after, fields } = theirs;
  if (after === undefined) return <p>{t`Người kia đã xóa tuần này.`}</p>;
  if (typeof after === 'string') return <p lang="vi">{after}</p>;
  const labels = getWeekFieldLabels();
  const texts = fields.flatMap((name) => {
    const text = after[name];
    return typeof text === 'string' && name !== 'thumbnail' ? [{ name, text }] : [];
  });
  if (texts.length === 0) return null;
  return (
    <details>
      <summary>{t`Xem bản của người kia`}</summary>
      <dl>
        {texts.map(({ name, text }) => (
          <div key={name}>
            <dt>{labels[name]}</dt>
            <dd lang="vi">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
