import type { AttendanceStatus } from '@lop-xanh/contract/attendance';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { findKeyIndex } from './sheet-keys.ts';

interface Sheet<Student> {
  mark: (student: Student, status: AttendanceStatus) => void;
  /** Turns the excuse of an absence on or off. */
  toggleExcused: (student: Student) => void;
  /** Omitted if the students are marked already. */
  markRestPresent?: () => void;
  undo: (() => void) | null;
}

/**
 * Keyboard control of the sheet: P or A marks the current student and moves on to the next. V starts
 * picking, where each student has a key of their own that marks them absent. Enter goes on to the `next`
 * element. The keys work only while the list has the focus.
 */
export function useSheetKeys<Student, Next extends HTMLElement>(
  students: readonly Student[],
  sheet: Sheet<Student>,
) {
  const list = useRef<HTMLDivElement>(null);
  const next = useRef<Next>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const [isPicking, setIsPicking] = useState(false);
  useInitialFocus(list);

  const moveTo = (index: number) => {
    const target = Math.min(Math.max(index, 0), students.length - 1);
    setCurrentIndex(target);
    (list.current?.children[target] as HTMLElement | undefined)?.focus();
  };
  const markCurrent = (status: 'present' | 'absent') => {
    const student = students[currentIndex];
    if (student) sheet.mark(student, status);
    moveTo(currentIndex + 1);
  };
  const toggleExcused = () => {
    const student = students[currentIndex];
    if (student) sheet.toggleExcused(student);
  };
  const finish = () => {
    // The save button must be enabled before it can take the focus.
    flushSync(() => {
      sheet.markRestPresent?.();
      setIsPicking(false);
    });
    next.current?.focus();
  };
  const openNote = () => {
    const row = list.current?.children[currentIndex];
    row?.querySelector<HTMLElement>('[data-note]')?.click();
  };

  /** Handles a key while picking; returns whether it had a meaning. */
  const handlePickingKey = ({ code, key }: KeyboardEvent): boolean => {
    if (key === 'Escape') setIsPicking(false);
    const student = students[findKeyIndex(code) ?? -1];
    if (student) sheet.mark(student, 'absent');
    return key === 'Escape' || student !== undefined;
  };
  const handleKey = ({ code, key }: KeyboardEvent): boolean => {
    const commands: Record<string, () => void> = {
      KeyP: () => markCurrent('present'),
      KeyA: () => markCurrent('absent'),
      ...(sheet.markRestPresent && { KeyV: () => setIsPicking(true) }),
      KeyC: toggleExcused,
      KeyN: openNote,
      ArrowDown: () => moveTo(currentIndex + 1),
      ArrowUp: () => moveTo(currentIndex - 1),
      Home: () => moveTo(0),
      End: () => moveTo(students.length - 1),
    };
    const command = commands[code] ?? commands[key];
    command?.();
    return command !== undefined;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey) {
      if (key === 'z' && sheet.undo) sheet.undo();
      return;
    }
    if (altKey || key === 'Tab') return;
    const isOnButton = target instanceof HTMLButtonElement;
    const isHandled =
      key === 'Enter' && !isOnButton
        ? (finish(), true)
        : isPicking
          ? handlePickingKey(event)
          : handleKey(event);
    if (isHandled) event.preventDefault();
  };

  return { list, next, currentIndex, isPicking, setCurrentIndex, onKeyDown };
}

/** On a device with a keyboard, focuses the first student unless something else has the focus. */
function useInitialFocus(list: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1';
    const hasKeyboard = window.matchMedia('(hover: hover) and (pointer: fine)').matches;
    if (!isFree || !hasKeyboard) return;
    (list.current?.firstElementChild as HTMLElement | null)?.focus({ preventScroll: true });
  }, [list]);
}
