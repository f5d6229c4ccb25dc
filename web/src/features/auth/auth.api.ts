import { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import type { Language } from '@lop-xanh/contract/rules/languages';
import { site } from '@lop-xanh/contract/site';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { profileQuery } from '../../lib/current-user.ts';
import { readLoginDevice, saveLoginDevice } from '../../lib/login-device.ts';
import { beginSession, renewSession } from '../../lib/session.ts';
import { sendLogouts } from '../../lib/unsent-logouts.ts';

export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  queryFn: () => request(site.welcome),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useLogin() {
  return useMutation({
    mutationFn: (credentials: BodyOf<typeof auth.login>) => {
      void sendLogouts();
      return request(auth.login, { body: { ...credentials, device: readLoginDevice() } });
    },
    onSuccess: ({ token, device }, { username }) => {
      saveLoginDevice(device);
      beginSession(token, username);
    },
  });
}

/** The server ends every other session of the user and returns a new token for this one. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof auth.changePassword>) =>
      request(auth.changePassword, { body }),
    onSuccess: ({ token }) => {
      renewSession(token);
      return client.invalidateQueries(profileQuery);
    },
  });
}

export function useChooseLanguage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (language: Language) => request(auth.setLanguage, { body: { language } }),
    onSuccess: () => client.invalidateQueries(profileQuery),
  });
}
