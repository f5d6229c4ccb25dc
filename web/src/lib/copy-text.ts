/** Puts a text on the clipboard, also where a page is not on https and the browser has no clipboard for it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const holder = document.createElement('textarea');
  holder.value = text;
  // Inside the open dialog, which would take the focus back from elsewhere.
  (document.querySelector('[role=dialog]') ?? document.body).append(holder);
  holder.select();
  document.execCommand('copy');
  holder.remove();
}
