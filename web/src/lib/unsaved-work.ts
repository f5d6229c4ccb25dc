type ConfirmLeaving = () => Promise<boolean>;

/** The open forms with unsaved work. */
const forms = new Set<ConfirmLeaving>();

/** `confirmLeaving` asks the user; returns a function that unregisters the form. */
export function registerUnsavedWork(confirmLeaving: ConfirmLeaving): () => void {
  forms.add(confirmLeaving);
  return () => void forms.delete(confirmLeaving);
}

/** Whether a reload would lose work; drafts and the outbox survive it. */
export function hasUnsavedWork(): boolean {
  return forms.size > 0;
}

/** Returns whether the user agreed to leave the form that was opened last. */
export async function confirmLosingWork(): Promise<boolean> {
  return (await [...forms].at(-1)?.()) ?? true;
}
