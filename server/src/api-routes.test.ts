import { endpoints } from '@lop-xanh/contract/api';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { toRoutePattern } from './http/serve.ts';
import { makeTestStorage, testConfig } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const app = await buildApp({ config: testConfig, database, storage });
afterAll(() => app.close());

test('every endpoint of the contract has a route, and there are no others under /api', async () => {
  const routes = await listRoutes(app);
  const expected = endpoints.map(({ method, path }) => `${method} ${toRoutePattern(path)}`);
  const apiRoutes = routes.filter((route) => !route.startsWith('GET /api/docs'));
  expect(apiRoutes.toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(5);
});

test('a route without declared access prevents the server from starting', async () => {
  const unguarded = await buildApp({ config: testConfig, database, storage });
  unguarded.get('/api/forgotten', async () => 'secrets');
  await expect(unguarded.ready()).rejects.toThrow('GET /api/forgotten');
  await unguarded.close();
});

/** Reads the routes from the router, not from the contract. */
async function listRoutes(instance: FastifyInstance): Promise<string[]> {
  await instance.ready();
  const tree = instance.printRoutes({ commonPrefix: false });
  const routes: string[] = [];
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
        routes.push(`${method} ${url}`);
    }
  }
  return routes;
}
