import { factors } from '@lop-xanh/contract/factors';
import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { rememberPasskey } from '../../lib/known-passkey.ts';
import { beginSession } from '../../lib/session.ts';

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

export function usePasskeyLogin() {
  return useMutation({
    mutationFn: async () => {
      const optionsJSON = (await request(
        factors.passkeyOptions,
      )) as unknown as AuthenticationOptions;
      const response = await startAuthentication({ optionsJSON });
      return request(factors.passkeyLogin, { body: { response: { ...response } } });
    },
    onSuccess: ({ token, username }) => {
      rememberPasskey();
      beginSession(token, username);
    },
  });
}
