import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { FormError } from './form-error.tsx';
import classes from './form-footer.module.css';

interface Props {
  error: string | null;
  close: () => void;
  isSaving: boolean;
  saveLabel?: string;
  /** Replaces the save label while something, such as an upload, is not finished. */
  waitingFor?: string | undefined;
  /** Offered if another user has changed the record meanwhile. */
  onReload?: (() => void) | undefined;
  /** For a form that is longer than the screen. */
  isSticky?: boolean;
}

/** The error message and buttons at the end of a form. */
export function FormFooter({
  error,
  close,
  isSaving,
  saveLabel = t`Lưu`,
  waitingFor,
  onReload,
  isSticky,
}: Props) {
  return (
    <footer className={classes.footer} data-sticky={isSticky || undefined}>
      <FormError message={error} />
      {onReload && (
        <Button variant="light" onClick={onReload}>
          {t`Bỏ thay đổi và mở bản mới nhất`}
        </Button>
      )}
      <Button variant="default" disabled={isSaving} onClick={close}>
        {t`Hủy`}
      </Button>
      <Button type="submit" loading={isSaving} disabled={waitingFor !== undefined}>
        {waitingFor ?? saveLabel}
      </Button>
    </footer>
  );
}
