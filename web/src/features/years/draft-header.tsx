import { t } from '@lingui/core/macro';
import { formatDate, formatDateTime } from '@lop-xanh/contract/rules/dates';
import type { RolloverDraft } from '@lop-xanh/contract/years';
import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import classes from './draft-header.module.css';
import type { Draft } from './use-draft.ts';

/** The number of the draft, and whether it is saved. */
export function DraftState({ draft }: { draft: Draft }) {
  const { base } = draft;
  const { version } = base;
  return (
    <div className={classes.state}>
      <span className={classes.badge}>{version === 0 ? t`Đề xuất` : t`Bản nháp ${version}`}</span>
      <p className={classes.text}>
        <span lang="vi">{base.school.school_name}</span> · <SaveState draft={draft} />
      </p>
    </div>
  );
}

function SaveState({
  draft: { base, error, isSaving, isUnsaved, newer, store },
}: {
  draft: Draft;
}) {
  if (error !== null) {
    return (
      <span className={classes.failed} role="alert">
        <IconAlertCircle size={18} aria-hidden />
        {describeError(error, t`Chưa lưu được`)}
        <Button variant="default" className={classes.retry} onClick={() => void store.flush()}>
          {t`Thử lại`}
        </Button>
      </span>
    );
  }
  if (newer) return t`chưa lưu`;
  return (
    <span aria-live="polite">{isSaving || isUnsaved ? t`Đang lưu…` : describeSave(base)}</span>
  );
}

/** When and by whom it was saved; the date only if that was not today. */
function describeSave({ saved_at, saved_by }: RolloverDraft): string {
  if (saved_at === null) return t`chưa ai lưu`;
  const time = formatDateTime(saved_at);
  const isToday = formatDate(saved_at) === formatDate(new Date());
  const at = isToday ? time.slice(0, 'HH:mm'.length) : time;
  return saved_by === null ? t`Đã lưu ${at}` : t`Đã lưu ${at} · ${saved_by}`;
}
