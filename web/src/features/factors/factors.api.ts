import { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { factors, sessions } from '@lop-xanh/contract/factors';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { profileQuery } from '../../lib/current-user.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: () => request(factors.read),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => request(sessions.list),
  select: ({ sessions }) => sessions,
});

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request(sessions.end, { params: { id } }),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(auth.logoutOthers),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}

type WithPassword = BodyOf<typeof factors.startApp>;

export const startApp = (body: WithPassword) => request(factors.startApp, { body });
export const startPasskey = (body: WithPassword) => request(factors.startPasskey, { body });

/** After each change, so that the card and the guard of the pages show it. */
function useFactorChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries(factorsQuery),
  });
}

export const useConfirmApp = () =>
  useFactorChange((code: string) => request(factors.confirmApp, { body: { code } }));

export const useAddPasskey = () =>
  useFactorChange((body: BodyOf<typeof factors.addPasskey>) =>
    request(factors.addPasskey, { body }),
  );

export const useRenewRecoveryCodes = () =>
  useFactorChange((body: WithPassword) => request(factors.renewRecoveryCodes, { body }));

/** The authenticator app, or the passkey with this id. */
export type RemovableFactor = 'app' | number;

export const useRemoveFactor = () =>
  useFactorChange(({ factor, ...body }: WithPassword & { factor: RemovableFactor }) =>
    factor === 'app'
      ? request(factors.removeApp, { body })
      : request(factors.removePasskey, { params: { id: factor }, body }),
  );

/** Opens the pages again for a user who had to add a second factor first. */
export function useReloadProfile() {
  const client = useQueryClient();
  return () => void client.invalidateQueries(profileQuery);
}
