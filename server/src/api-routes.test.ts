import { endpoints } from '@lop-xanh/contract/api';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { routePattern } from './http/serve.ts';
import { makeTestStorage, testConfig } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const app = await buildApp({ config: testConfig, database, storage });
afterAll(() => app.close());

test('every endpoint of the contract is bound, and nothing else answers under /api', async () => {
  const routes = await routesOf(app);
  const wanted = endpoints.map(({ method, path }) => `${method} ${routePattern(path)}`);
  const extra = routes.filter((route) => !route.startsWith('GET /api/docs'));
  expect(extra.toSorted()).toEqual(wanted.toSorted());
  expect(wanted.length).toBeGreaterThan(5);
});

test('a route without a declared access stops the server', async () => {
  const open = await buildApp({ config: testConfig, database, storage });
  open.get('/api/forgotten', async () => 'secrets');
  await expect(open.ready()).rejects.toThrow('GET /api/forgotten');
  await open.close();
});

/** Asks the router itself, not the contract, which paths it knows. */
async function routesOf(instance: FastifyInstance): Promise<string[]> {
  await instance.ready();
  const tree = instance.printRoutes({ commonPrefix: false });
  const found: string[] = [];
  const path: string[] = [];
  for (const line of tree.split('\n')) {
    const match = /^([│ ]*)[├└]── (\S*) ?(?:\(([\w, ]+)\))?/.exec(line);
    if (!match) continue;
    const [, indent = '', segment = '', methods = ''] = match;
    const depth = indent.length / 4;
    path.splice(depth, path.length, segment);
    const url = path.join('');
    if (!url.startsWith('/api')) continue;
    for (const method of methods.split(', ')) {
      if (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].includes(method))
        found.push(`${method} ${url}`);
    }
  }
  return found;
}
