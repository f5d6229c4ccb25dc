/** Puts a text on the clipboard, and answers whether the browser let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** A page that is not on https, or not allowed to, has no clipboard but this one. */
function copyByHand(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  // Inside the open dialog, which would take the focus back from elsewhere.
  (document.querySelector('[role=dialog]') ?? document.body).append(holder);
  holder.select();
  const isCopied = document.execCommand('copy');
  holder.remove();
  return isCopied;
}
