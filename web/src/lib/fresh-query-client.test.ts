import { expect, test } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

test('invalidation restarts a first fetch that is still under way', async () => {
  const client = new FreshQueryClient();
  const queryKey = ['posts'];
  const resolvers: ((list: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => resolvers.push(resolve));
  const fetched = client.fetchQuery({ queryKey, queryFn });
  await expect.poll(() => resolvers.length).toBe(1);
  void client.invalidateQueries({ queryKey });
  await expect.poll(() => resolvers.length).toBe(2);
  resolvers[0]?.('without the change');
  resolvers[1]?.('with it');
  expect(await fetched).toBe('with it');
  expect(client.getQueryData(queryKey)).toBe('with it');
});
