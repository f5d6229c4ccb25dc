import { factors } from '@lop-xanh/contract/factors';
import { startAuthentication } from '@simplewebauthn/browser';
import { request } from '../../lib/api.ts';
import { rememberPasskey } from '../../lib/known-passkey.ts';
import { beginSession } from '../../lib/session.ts';
import { useSending } from '../../lib/use-sending.ts';

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

export function usePasskeyLogin() {
  return useSending(async () => {
    const optionsJSON = (await request(factors.passkeyOptions)) as unknown as AuthenticationOptions;
    const response = await startAuthentication({ optionsJSON });
    const { token, username } = await request(factors.passkeyLogin, {
      body: { response: { ...response } },
    });
    rememberPasskey();
    beginSession(token, username);
  });
}
