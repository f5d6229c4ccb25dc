import { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { site } from '@lop-xanh/contract/site';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { keepLoginDevice, loginDevice } from '../../lib/login-device.ts';
import { beginSession, renewSession } from '../../lib/session.ts';
import { sendLogouts } from '../../lib/unsent-logouts.ts';
import { profileQuery } from '../../lib/visitor.ts';

export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  queryFn: () => request(site.welcome),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useLogin() {
  return useMutation({
    mutationFn: (credentials: BodyOf<typeof auth.login>) => {
      void sendLogouts();
      return request(auth.login, { body: { ...credentials, device: loginDevice() } });
    },
    onSuccess: ({ token, device }, { username }) => {
      keepLoginDevice(device);
      beginSession(token, username);
    },
  });
}

export function useLogOutOthers() {
  return useMutation({ mutationFn: () => request(auth.logoutOthers) });
}

/** The server ends every other session of the account and answers a fresh token for this one. */
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
