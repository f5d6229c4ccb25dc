import { demoPassword } from '../../../server/src/demo/demo-accounts.ts';
import { connections } from './load.ts';

/** The headers with which a demo account calls. */
export async function logIn(address: string, username: string): Promise<Record<string, string>> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** A session for each connection of a load, as for so many devices: the server finds each by itself. */
export function logInOnAll(address: string, username: string): Promise<Record<string, string>[]> {
  return Promise.all(Array.from({ length: connections }, () => logIn(address, username)));
}
