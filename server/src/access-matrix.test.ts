import { endpoints } from '@lop-xanh/contract/api';
import type { Endpoint } from '@lop-xanh/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { openSession } from './http/authentication.ts';
import { routePattern } from './http/serve.ts';
import { cases, type EndpointName, type Who, whos } from './testing/access-expectations.ts';
import { addTwoSchools, type Person } from './testing/people.ts';
import { call, makeTestApp, makeTestStorage, testConfig } from './testing/test-app.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const storage = makeTestStorage();
const app = await makeTestApp(database);
const world = await addTwoSchools(database);

const people: Record<Who, Person | undefined> = {
  'logged out': undefined,
  Student: world.ours.student,
  Parent: world.ours.parent,
  Teacher: world.ours.teacher,
  Mod: world.ours.mod,
  Admin: world.admin,
  inactive: world.inactive,
  'must change': world.mustChange,
};

const nameOf = ({ method, path }: Endpoint): EndpointName => `${method} ${path}`;

/** What the declared access alone says: the expectation of every cell that no case changes. */
function declared({ access, whilePasswordMustChange, status = 200 }: Endpoint, who: Who): number {
  if (access === 'anyone') return status;
  if (who === 'logged out' || who === 'inactive') return 401;
  if (who === 'must change') return whilePasswordMustChange ? status : 403;
  return access[who] ? status : 403;
}

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (name, endpoint) => {
    const needsCases = Boolean(endpoint.params || endpoint.body || endpoint.query);
    const rows = cases[name] ?? (needsCases ? [] : [{ about: 'as it is', expect: {} }]);

    test('has its rows of expectation', () => {
      expect(rows.length).toBeGreaterThan(0);
    });

    for (const row of rows) {
      test.each(whos)(`${row.about}: %s`, async (who) => {
        const person = people[who];
        // A call may end the session it was made with.
        const token = person && (await openSession(database.db, person.id));
        const { status, body } = await call(app, endpoint, {
          params: row.params?.(world),
          query: row.query?.(world),
          body: row.body?.(world),
          token,
        } as never);
        expect(status).toBe(row.expect[who] ?? declared(endpoint, who));
        if (who === 'must change' && status === 403) {
          expect(body.code).toBe('password_change_required');
        }
      });
    }
  },
);

test('no row of expectation is for an endpoint that does not exist', () => {
  const names = endpoints.map(nameOf);
  expect(Object.keys(cases).filter((name) => !names.includes(name as EndpointName))).toEqual([]);
});

test('the whole API and who may call it', () => {
  const lines = endpoints.map((endpoint) => {
    const { access } = endpoint;
    const who =
      access === 'anyone'
        ? 'anyone'
        : Object.entries(access)
            .map(([role, scope]) => `${role}: ${scope}`)
            .join(', ');
    return `${nameOf(endpoint)} — ${who}`;
  });
  expect(lines).toMatchInlineSnapshot(`
    [
      "GET /api/health — anyone",
      "GET /api/openapi.json — anyone",
      "GET /api/welcome — anyone",
      "POST /api/auth/login — anyone",
      "POST /api/auth/logout — Admin: self, Mod: self, Teacher: self, Student: self, Parent: self",
      "GET /api/auth/me — Admin: self, Mod: self, Teacher: self, Student: self, Parent: self",
      "POST /api/auth/change-password — Admin: self, Mod: self, Teacher: self, Student: self, Parent: self",
      "GET /api/me/children — Admin: self, Mod: self, Teacher: self, Student: self, Parent: self",
      "GET /api/grades — Admin: all, Mod: all, Teacher: all, Student: all, Parent: all",
      "GET /api/classes — Student: own class, Parent: children's classes, Teacher: own classes, Mod: own school, Admin: all",
      "GET /api/classes/{id}/students — Student: own class, Parent: children's classes, Teacher: own classes, Mod: own school, Admin: all",
      "POST /api/classes — Admin: all",
      "PUT /api/classes/{id} — Admin: all",
      "DELETE /api/classes/{id} — Admin: all",
      "GET /api/classes/{id}/attendance/weeks — Student: own records, Parent: children's records, Teacher: own classes, Mod: own school, Admin: all",
      "GET /api/classes/{id}/attendance/dates — Student: own records, Parent: children's records, Teacher: own classes, Mod: own school, Admin: all",
      "GET /api/classes/{id}/attendance/{date} — Student: own records, Parent: children's records, Teacher: own classes, Mod: own school, Admin: all",
      "POST /api/classes/{id}/attendance — Teacher: own classes",
      "GET /api/classes/{id}/attendance/grid — Teacher: own classes, Mod: own school, Admin: all",
      "GET /api/classes/{id}/attendance/grid.xlsx — Teacher: own classes, Mod: own school, Admin: all",
      "GET /api/students/{id}/attendance — Student: self, Parent: own children",
      "GET /api/attendance/rates — Mod: own school, Admin: all",
      "GET /api/posts — Student: homeroom teacher, Parent: children's homeroom teachers, Teacher: own school, Mod: own school, Admin: all",
      "GET /api/posts/pending — Teacher: own, Mod: own school, Admin: all",
      "GET /api/posts/{id} — Student: homeroom teacher, Parent: children's homeroom teachers, Teacher: own school, Mod: own school, Admin: all",
      "POST /api/posts — Teacher: own",
      "PUT /api/posts/{id} — Teacher: own",
      "DELETE /api/posts/{id} — Teacher: own",
      "POST /api/posts/{id}/like — Admin: what they read, Mod: what they read, Teacher: what they read, Student: what they read, Parent: what they read",
      "POST /api/posts/{id}/comment — Admin: what they read, Mod: what they read, Teacher: what they read, Student: what they read, Parent: what they read",
      "PUT /api/posts/{id}/approve — Mod: own school",
      "PUT /api/posts/{id}/reject — Mod: own school",
      "GET /api/lessons — Student: own grade, Parent: children's grades, Teacher: own classes' grades, Mod: all, Admin: all",
      "GET /api/lessons/{id} — Student: own grade, Parent: children's grades, Teacher: own classes' grades, Mod: all, Admin: all",
      "POST /api/admin/lessons — Admin: all",
      "PUT /api/admin/lessons/{id} — Admin: all",
      "DELETE /api/admin/lessons/{id} — Admin: all",
      "POST /api/admin/upload/lesson-thumbnail — Admin: all",
      "GET /api/notifications — Admin: own, Mod: own, Teacher: own, Student: own, Parent: own",
      "POST /api/notifications/read — Admin: own, Mod: own, Teacher: own, Student: own, Parent: own",
      "POST /api/notifications/read-all — Admin: own, Mod: own, Teacher: own, Student: own, Parent: own",
      "GET /api/notifications/stream — Admin: own, Mod: own, Teacher: own, Student: own, Parent: own",
      "GET /api/admin/schools — Mod: own school, Admin: all",
      "POST /api/admin/schools — Admin: all",
      "PUT /api/admin/schools/{id} — Admin: all",
      "DELETE /api/admin/schools/{id} — Admin: all",
      "GET /api/admin/users — Mod: own school, Admin: all",
      "POST /api/admin/users — Mod: own school, Admin: all",
      "PUT /api/admin/users/{id} — Mod: own school, Admin: all",
      "DELETE /api/admin/users/{id} — Admin: all",
      "POST /api/admin/users/{id}/reset — Mod: own school, Admin: all",
      "GET /api/admin/students — Mod: own school, Admin: all",
      "POST /api/admin/students — Mod: own school, Admin: all",
      "PUT /api/admin/students/{id} — Mod: own school, Admin: all",
      "DELETE /api/admin/students/{id} — Admin: all",
      "POST /api/classes/{id}/reset-passwords — Mod: own school, Admin: all",
      "GET /api/admin/students/template.csv — Mod: own school, Admin: all",
      "GET /api/admin/students/template.xlsx — Mod: own school, Admin: all",
      "GET /api/admin/students/export.csv — Mod: own school, Admin: all",
      "GET /api/admin/students/export.xlsx — Mod: own school, Admin: all",
      "POST /api/admin/students/import — Mod: own school, Admin: all",
      "GET /api/admin/teachers/template.csv — Mod: own school, Admin: all",
      "GET /api/admin/teachers/template.xlsx — Mod: own school, Admin: all",
      "GET /api/admin/teachers/export.csv — Mod: own school, Admin: all",
      "GET /api/admin/teachers/export.xlsx — Mod: own school, Admin: all",
      "POST /api/admin/teachers/import — Mod: own school, Admin: all",
      "GET /api/admin/teachers/{id}/history — Teacher: self, Mod: own school, Admin: all",
      "GET /api/admin/teachers/history — Mod: own school, Admin: all",
      "GET /api/admin/students/{id}/history — Mod: own school, Admin: all",
      "GET /api/admin/students/history — Mod: own school, Admin: all",
      "GET /api/admin/students/{id}/attendance — Mod: own school, Admin: all",
      "GET /api/admin/students/{id}/report — Mod: own school, Admin: all",
      "GET /api/admin/students/{id}/report.xlsx — Mod: own school, Admin: all",
      "GET /api/admin/audit — Admin: all",
      "POST /api/analyze — Admin: self, Mod: self, Teacher: self, Student: self, Parent: self",
    ]
  `);
});

test('every endpoint of the contract is bound, and nothing else answers under /api', async () => {
  const routes = await routesOf(app);
  const wanted = endpoints.map(({ method, path }) => `${method} ${routePattern(path)}`);
  const extra = routes.filter((route) => !route.startsWith('GET /api/docs'));
  expect(extra.toSorted()).toEqual(wanted.toSorted());
  expect(wanted.length).toBeGreaterThan(5);
});

test('a route without a declared access stops the server', async () => {
  const { buildApp } = await import('./app.ts');
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
