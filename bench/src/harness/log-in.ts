import { demoPassword } from '../../../server/src/demo/demo-accounts.ts';

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
