import type { Student } from '@lop-xanh/contract/classes';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { placeOf } from './sheet-keys.ts';
import type { useRoll } from './use-sheet.ts';

type Marks = ReturnType<typeof useRoll>;

/**
 * The roll by keyboard: a key marks the current student and goes on to the next; 'V' lets one key name
 * each of the absent, wherever they stand. The keys live in the list alone, not on the whole page.
 */
export function useRollKeys(students: readonly Student[], marks: Marks) {
  const list = useRef<HTMLDivElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const [current, setCurrent] = useState(0);
  const [isPicking, setIsPicking] = useState(false);
  useFirstFocus(list);

  const goTo = (place: number) => {
    const next = Math.min(Math.max(place, 0), students.length - 1);
    setCurrent(next);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  const markCurrent = (status: 'present' | 'absent') => {
    const student = students[current];
    if (student) marks.mark(student, status);
    goTo(current + 1);
  };
  const markRest = () => {
    // The next key press can only mean to save.
    flushSync(() => {
      marks.markRestPresent();
      setIsPicking(false);
    });
    saveButton.current?.focus();
  };
  const openNote = () => {
    const row = list.current?.children[current];
    row?.querySelector<HTMLElement>('[data-note]')?.click();
  };

  /** Whether the key meant something here. */
  const pick = ({ code, key }: KeyboardEvent): boolean => {
    if (key === 'Escape') setIsPicking(false);
    const student = students[placeOf(code) ?? -1];
    if (student) marks.mark(student, 'absent');
    return key === 'Escape' || student !== undefined;
  };
  const act = ({ code, key }: KeyboardEvent): boolean => {
    const acts: Record<string, () => void> = {
      KeyP: () => markCurrent('present'),
      KeyA: () => markCurrent('absent'),
      KeyV: () => setIsPicking(true),
      KeyN: openNote,
      ArrowDown: () => goTo(current + 1),
      ArrowUp: () => goTo(current - 1),
      Home: () => goTo(0),
      End: () => goTo(students.length - 1),
    };
    const wanted = acts[code] ?? acts[key];
    wanted?.();
    return wanted !== undefined;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey) {
      if (key === 'z' && marks.undo) marks.undo();
      return;
    }
    if (altKey || key === 'Tab') return;
    const isOnButton = target instanceof HTMLButtonElement;
    const isUsed =
      key === 'Enter' && !isOnButton ? (markRest(), true) : isPicking ? pick(event) : act(event);
    if (isUsed) event.preventDefault();
  };

  return { list, saveButton, current, isPicking, moveTo: setCurrent, onKeyDown };
}

/** With a keyboard at hand the roll can begin at once, unless the user is somewhere else. */
function useFirstFocus(list: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1';
    const hasKeyboard = window.matchMedia('(hover: hover) and (pointer: fine)').matches;
    if (!isFree || !hasKeyboard) return;
    (list.current?.firstElementChild as HTMLElement | null)?.focus({ preventScroll: true });
  }, [list]);
}
