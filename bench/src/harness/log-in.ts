import { demoPassword } from '../../../server/src/demo/demo-accounts.ts';
import { connectionCount } from './load.ts';

/** Returns the request headers of a demo account. */
export async function logIn(address: string, username: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  });
  const { token } = (await response.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** Opens a session for each connection of a load, as if each were another device. */
export function openSessions(address: string, username: string): Promise<Record<string, string>[]> {
  return Promise.all(Array.from({ length: connectionCount }, () => logIn(address, username)));
}
