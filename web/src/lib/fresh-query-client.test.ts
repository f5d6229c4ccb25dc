import { expect, test } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

test('a first answer is asked for again where something changed meanwhile', async () => {
  const client = new FreshQueryClient();
  const queryKey = ['posts'];
  const answers: ((list: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const waitedFor = client.fetchQuery({ queryKey, queryFn });
  await expect.poll(() => answers.length).toBe(1);
  void client.invalidateQueries({ queryKey });
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.('without the change');
  answers[1]?.('with it');
  expect(await waitedFor).toBe('with it');
  expect(client.getQueryData(queryKey)).toBe('with it');
});
