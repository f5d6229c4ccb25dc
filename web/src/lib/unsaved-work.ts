/** How many open forms hold something that nothing else keeps. */
let forms = 0;

/** Notes such a form; the function that comes back takes the note away. */
export function noteUnsavedWork(): () => void {
  forms += 1;
  return () => {
    forms -= 1;
  };
}

/** Whether a reload would lose what somebody has written; drafts and the outbox survive one. */
export function hasUnsavedWork(): boolean {
  return forms > 0;
}
