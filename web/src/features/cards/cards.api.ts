import { cards } from '@lop-xanh/contract/cards';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { readLoginDevice, saveLoginDevice } from '../../lib/login-device.ts';
import { setScannedCard } from '../../lib/scanned-card.ts';
import { beginSession, currentToken } from '../../lib/session.ts';
import { queueLogout, sendLogouts } from '../../lib/unsent-logouts.ts';

/** Whose card this is. */
export const cardQuery = (secret: string) =>
  queryOptions({
    queryKey: ['card', secret],
    queryFn: () => request(cards.open, { body: { secret } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useCardLogin() {
  return useMutation({
    mutationFn: (body: Omit<BodyOf<typeof cards.login>, 'device'>) =>
      request(cards.login, { body: { ...body, device: readLoginDevice() } }),
    onSuccess: async ({ token, device }) => {
      saveLoginDevice(device);
      const formerToken = currentToken();
      if (formerToken !== null) await queueLogout(formerToken);
      beginSession(token, null);
      setScannedCard(null);
      void sendLogouts();
    },
  });
}

const cardsKey = 'cards';

/** The students of a class and the state of their cards. */
export const classCardsQuery = (classId: number) =>
  queryOptions({
    queryKey: [cardsKey, classId],
    queryFn: () => request(cards.ofClass, { params: { id: classId } }),
    staleTime: 0,
  });

interface Issue {
  classId: number;
  body: BodyOf<typeof cards.issue>;
}

/** Not repeatable: a second request issues newer cards, since a secret is shown only once. */
export function useIssueCards() {
  return useCardMutation(({ classId, body }: Issue) =>
    request(cards.issue, { params: { id: classId }, body }),
  );
}

export function useRevokeCard() {
  return useCardMutation((id: number) => request(cards.revoke, { params: { id } }));
}

export function useUnlockCard() {
  return useCardMutation((id: number) => request(cards.unlock, { params: { id } }));
}

export function useResetPictures() {
  return useCardMutation((id: number) => request(cards.resetPictures, { params: { id } }));
}

function useCardMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [cardsKey] });
      void client.invalidateQueries({ queryKey: ['accounts', 'person'] });
    },
  });
}
