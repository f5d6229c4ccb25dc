import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { noteUnsavedWork } from '../lib/unsaved-work.ts';
import { confirm, type Notice } from './dialogs.ts';

interface Words extends Notice {
  confirm: string;
}

const unsavedWords: Words = {
  title: 'Bỏ thay đổi?',
  message: 'Những thay đổi chưa lưu sẽ mất.',
  confirm: 'Bỏ thay đổi',
};

/** Asks before unsaved work is left: by a link or the back button, by closing the tab, or by `leave`. */
export function useUnsavedGuard(isUnsaved: boolean, words = unsavedWords) {
  // Escape on the question reaches the form too and must not ask again.
  const isAsking = useRef(false);
  // A key that follows a change at once may meet a listener of the render before it.
  const latest = useRef(isUnsaved);
  useLayoutEffect(() => {
    latest.current = isUnsaved;
  }, [isUnsaved]);
  const isSure = useCallback(async (): Promise<boolean> => {
    if (!latest.current) return true;
    if (isAsking.current) return false;
    isAsking.current = true;
    const answer = await confirm({ ...words, isDanger: true });
    setTimeout(() => {
      isAsking.current = false;
    });
    return answer;
  }, [words]);

  // Another choice on the same page, which stands in its address, leaves nothing.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  // Each press of Back brings a new blocker, and the one question is about the last of them.
  const latestBlocker = useRef(blocker);
  useLayoutEffect(() => {
    latestBlocker.current = blocker;
  }, [blocker]);
  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    if (!isBlocked) return;
    void isSure().then((answer) =>
      answer ? latestBlocker.current.proceed?.() : latestBlocker.current.reset?.(),
    );
  }, [isBlocked, isSure]);

  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const forget = noteUnsavedWork();
    return () => {
      window.removeEventListener('beforeunload', warn);
      forget();
    };
  }, [isUnsaved]);

  /** Does it, after the question where something would be lost. */
  return async (leave: () => void) => {
    if (await isSure()) leave();
  };
}
