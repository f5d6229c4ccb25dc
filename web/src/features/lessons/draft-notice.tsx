import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import classes from './lesson-editor.module.css';
import type { EditedLesson } from './use-edited-lesson.ts';

/** Says that the editor continues an earlier draft. */
export function DraftNotice({
  edited: { restoredAt, isUnsaved, discard },
}: {
  edited: EditedLesson;
}) {
  if (restoredAt === null || !isUnsaved) return null;
  const age = formatRelativeTime(restoredAt);
  const confirmDiscard = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Bỏ bản nháp?`,
      message: t`Những thay đổi chưa lưu sẽ mất.`,
      confirmLabel: t`Bỏ bản nháp`,
      isDanger: true,
    });
    if (isConfirmed) discard();
  };
  return (
    <p className={classes.draft} role="status">
      <span>{t`Bản nháp ${age}`}</span>
      <Button variant="subtle" onClick={() => void confirmDiscard()}>
        {t`Bỏ bản nháp`}
      </Button>
    </p>
  );
}
