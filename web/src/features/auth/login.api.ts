import { auth } from '@lop-xanh/contract/auth';
import type { BodyOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import { site } from '@lop-xanh/contract/site';
import { useEffect, useState } from 'react';
import { request } from '../../lib/api.ts';
import { readLoginDevice, saveLoginDevice } from '../../lib/login-device.ts';
import { withRetries } from '../../lib/retries.ts';
import { beginSession } from '../../lib/session.ts';
import { sendLogouts } from '../../lib/unsent-logouts.ts';
import { useSending } from '../../lib/use-sending.ts';

type Welcome = ResponseOf<typeof site.welcome>;

let loaded: Welcome | undefined;

/** What the operator tells everyone who wants to log in; undefined until it has loaded. */
export function useWelcome(): Welcome | undefined {
  const [welcome, setWelcome] = useState(loaded);
  useEffect(() => {
    const load = async () => {
      loaded ??= await withRetries(() => request(site.welcome));
      setWelcome(loaded);
    };
    const tryToLoad = () => void load().catch(() => undefined);
    tryToLoad();
    window.addEventListener('online', tryToLoad);
    return () => window.removeEventListener('online', tryToLoad);
  }, []);
  return welcome;
}

export function useLogin() {
  return useSending(async (credentials: BodyOf<typeof auth.login>) => {
    void sendLogouts();
    const body = { ...credentials, device: readLoginDevice() };
    const { token, device } = await request(auth.login, { body });
    saveLoginDevice(device);
    beginSession(token, credentials.username);
  });
}
