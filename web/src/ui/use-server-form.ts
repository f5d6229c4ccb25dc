import { type UseFormInput, useForm } from '@mantine/form';
import { useLayoutEffect, useState } from 'react';
import { ApiError, describeError } from '../lib/api-errors.ts';
import type { FormControls } from './form-modal.tsx';

interface Options<Values extends object> extends Pick<FormControls, 'onUnsaved'> {
  /** In the order of the fields on screen. */
  initialValues: Values;
  validate: NonNullable<UseFormInput<Values>['validate']>;
  save: (values: Values) => Promise<unknown>;
  /** Shown if the server failed; otherwise its own message. */
  failedMessage: string;
  onSaved: (values: Values) => void;
}

/** A form in a `FormModal`. The server's issues are shown at their fields, like those of `validate`. */
export function useServerForm<Values extends object>({
  initialValues,
  validate,
  save,
  failedMessage,
  onUnsaved,
  onSaved,
}: Options<Values>) {
  const form = useForm<Values>({ initialValues, validate });
  const [isSaving, setIsSaving] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [isStale, setIsStale] = useState(false);
  const isUnsaved = form.isDirty();
  useLayoutEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);

  const focusFirstInvalid = (errors: object) => {
    const field = Object.keys(form.values).find((name) => name in errors);
    if (field) document.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus();
  };
  const showError = (error: unknown) => {
    const issues = error instanceof ApiError ? error.issues : [];
    const fieldErrors = Object.fromEntries(
      issues.map(({ path, message }) => [path.split('.')[0], message]),
    );
    form.setErrors(fieldErrors);
    focusFirstInvalid(fieldErrors);
    setErrorMessage(describeError(error, failedMessage));
    setIsStale(error instanceof ApiError && error.status === 409 && issues.length === 0);
  };
  const submit = form.onSubmit(async (values) => {
    if (isSaving) return;
    setErrorMessage(null);
    setIsSaving(true);
    try {
      await save(values);
      onUnsaved(false);
      onSaved(values);
    } catch (error) {
      showError(error);
    } finally {
      setIsSaving(false);
    }
  }, focusFirstInvalid);

  return {
    form,
    submit,
    isSaving,
    /** About the whole form. */
    errorMessage,
    /** Another user has changed the record since it was opened. */
    isStale,
  };
}
