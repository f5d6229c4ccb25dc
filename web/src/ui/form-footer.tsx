import { Button } from '@mantine/core';
import { FormError } from './form-error.tsx';
import classes from './form-footer.module.css';

interface Props {
  refusal: string | null;
  close: () => void;
  isSaving: boolean;
  saveWords?: string;
  /** Something is still on its way that belongs to the form: what, in words. */
  waitingFor?: string | undefined;
  /** Where somebody else has changed it meanwhile. */
  onStartAnew?: (() => void) | undefined;
  /** Of a form that is longer than the screen. */
  isSticky?: boolean;
}

/** The end of a form: why it was refused, and the ways out of it. */
export function FormFooter({
  refusal,
  close,
  isSaving,
  saveWords = 'Lưu',
  waitingFor,
  onStartAnew,
  isSticky,
}: Props) {
  return (
    <footer className={classes.footer} data-sticky={isSticky || undefined}>
      <FormError message={refusal} />
      {onStartAnew && (
        <Button variant="light" onClick={onStartAnew}>
          Bỏ thay đổi và mở bản mới nhất
        </Button>
      )}
      <Button variant="default" disabled={isSaving} onClick={close}>
        Hủy
      </Button>
      <Button type="submit" loading={isSaving} disabled={waitingFor !== undefined}>
        {waitingFor ?? saveWords}
      </Button>
    </footer>
  );
}
