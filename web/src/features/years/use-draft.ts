import type { RolloverDraft } from '@lop-xanh/contract/years';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { createDraftStore } from './draft-store.ts';
import { draftQuery, saveDraft } from './years.api.ts';

/** The plan on screen, which is saved by itself and guarded until it is. */
export function useDraft(latest: RolloverDraft) {
  const { school_id: schoolId } = latest.school;
  const client = useQueryClient();
  const [store] = useState(() =>
    createDraftStore(latest, {
      async save(input) {
        const saved = await saveDraft(schoolId, input);
        client.setQueryData(draftQuery(schoolId).queryKey, saved);
        return saved;
      },
      fetch: () => client.fetchQuery(draftQuery(schoolId)),
    }),
  );
  const state = useSyncExternalStore(store.subscribe, store.getState);
  useEffect(() => store.receive(latest), [store, latest]);
  useEffect(() => store.stop, [store]);
  const isUnsaved = state.plan !== state.base.plan;
  useConfirmDiscard(isUnsaved, undefined, {
    save: async () => (await store.flush()) !== undefined,
  });
  return { store, ...state, isUnsaved };
}

export type Draft = ReturnType<typeof useDraft>;
