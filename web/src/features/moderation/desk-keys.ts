/**
 * What Vietnamese keyboards of Windows send instead of a second letter: typed after an A, the tone keys
 * of Telex replace the letter, although nobody is writing a text.
 */
const lettersByToned: Record<string, string> = { ả: 'r', ã: 'x', ạ: 'j', â: 'a' };

type KeyPress = Pick<KeyboardEvent, 'key' | 'code'>;

/** The letter, digit or sign that was pressed; undefined for text that an input method sends. */
export function readKey({ key, code }: KeyPress): string | undefined {
  const letter = key.toLowerCase();
  return code === '' ? lettersByToned[letter] : letter;
}

const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Keys belong to the desk unless the user is typing, or something is open above it. */
export function isForDesk(event: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey, defaultPrevented } = event;
  if (ctrlKey || altKey || metaKey || defaultPrevented) return false;
  if (target instanceof Element && target.closest(fields)) return false;
  return document.querySelector('[aria-modal=true], .yarl__root') === null;
}
