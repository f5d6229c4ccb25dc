/** The number of open forms with unsaved work. */
let formCount = 0;

/** Returns a function that unregisters the form. */
export function registerUnsavedWork(): () => void {
  formCount += 1;
  return () => {
    formCount -= 1;
  };
}

/** Whether a reload would lose work; drafts and the outbox survive it. */
export function hasUnsavedWork(): boolean {
  return formCount > 0;
}
