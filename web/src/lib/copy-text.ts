/** Returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The clipboard API is missing without https, and may be forbidden. */
function copyBySelection(text: string): boolean {
  const textarea = document.createElement('textarea');
  textarea.value = text;
  // Inside an open dialog, whose focus trap would take the focus back from elsewhere.
  (document.querySelector('[role=dialog]') ?? document.body).append(textarea);
  textarea.select();
  const isCopied = document.execCommand('copy');
  textarea.remove();
  return isCopied;
}
