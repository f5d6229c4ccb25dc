import { t } from '@lingui/core/macro';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { registerUnsavedWork } from '../lib/unsaved-work.ts';
import { askToConfirm, type DialogMessage } from './dialogs.ts';

interface DiscardQuestion extends DialogMessage {
  confirmLabel: string;
}

const getDefaultQuestion = (): DiscardQuestion => ({
  title: t`Bỏ thay đổi?`,
  message: t`Những thay đổi chưa lưu sẽ mất.`,
  confirmLabel: t`Bỏ thay đổi`,
});

interface Options {
  /** Tried first; returns whether there is nothing left to ask about. */
  save?: () => Promise<boolean>;
  /** Called when the user has agreed to lose the work. */
  onDiscard?: () => void;
}

/** Asks before unsaved work is lost by a link, the back button, a closed tab, or the returned function. */
export function useConfirmDiscard(
  isUnsaved: boolean,
  question = getDefaultQuestion(),
  { save, onDiscard }: Options = {},
) {
  // Escape in the dialog also reaches the form and must not ask again.
  const isAsking = useRef(false);
  // A key pressed right after a change may reach a listener of the previous render.
  const latest = useRef({ isUnsaved, question, save, onDiscard });
  useLayoutEffect(() => {
    latest.current = { isUnsaved, question, save, onDiscard };
  });
  const confirmLeaving = useCallback(async (): Promise<boolean> => {
    if (!latest.current.isUnsaved) return true;
    if (isAsking.current) return false;
    isAsking.current = true;
    const isSaved = await latest.current.save?.();
    const isDiscarded =
      !isSaved && (await askToConfirm({ ...latest.current.question, isDanger: true }));
    if (isDiscarded) latest.current.onDiscard?.();
    setTimeout(() => {
      isAsking.current = false;
    });
    return isSaved || isDiscarded;
  }, []);

  // At once: the next key may already leave the page.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    const unregister = registerUnsavedWork(confirmLeaving);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      unregister();
    };
  }, [isUnsaved, confirmLeaving]);

  /** Calls `leave`, after asking if there is unsaved work. */
  return async (leave: () => void) => {
    if (await confirmLeaving()) leave();
  };
}
