import { privacy, type RequestKind } from '@lop-xanh/contract/privacy';
import { beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import { addTwoSchools, type TwoSchools } from '../../testing/fixtures.ts';
import { createRequestClient } from '../../testing/request-client.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const app = await makeTestApp(database);

let world: TwoSchools;
let ours: TwoSchools['ours'];
let theirs: TwoSchools['theirs'];
let client: ReturnType<typeof createRequestClient>;
beforeEach(async () => {
  world = await addTwoSchools(database);
  ({ ours, theirs } = world);
  client = createRequestClient(app, ours);
});

describe('the list', () => {
  /** Sets the deadlines, which are computed from the day of receipt. */
  const receive = (day: string, kind: RequestKind = 'copy') =>
    client.fileAs(ours.mod, { received_on: day, kind });

  test('has the most urgent first, then what is closed, newest first', async () => {
    const [late, soon, accepted, refused, done] = [
      await receive('2026-03-09'),
      await receive('2026-03-02'),
      await receive('2026-03-03', 'correction'),
      await receive('2026-01-05'),
      await receive('2026-01-06'),
    ];
    await client.answer(ours.mod, accepted);
    await client.answer(ours.mod, refused, false);
    await client.finish(ours.mod, (await client.answer(ours.mod, done)).body);
    const open = [soon, late, accepted].map(({ id }) => id);
    const closed = [done, refused].map(({ id }) => id);
    expect(await client.listIds(ours.mod)).toEqual([...open, ...closed]);
    expect(await client.listIds(ours.mod, { isOpen: 'true' })).toEqual(open);
    expect(await client.listIds(ours.mod, { isOpen: 'false' })).toEqual(closed);
  });

  test('is read page by page without a gap', async () => {
    for (const day of ['2026-03-02', '2026-03-02', '2026-03-05', '2026-02-02', '2026-03-02']) {
      await receive(day);
    }
    const { requests } = await client.list(ours.mod);
    for (const closed of requests.slice(3)) await client.answer(ours.mod, closed, false);
    const all = await client.listIds(ours.mod);
    const pages: number[] = [];
    let before: string | null | undefined;
    do {
      const page = await client.list(ours.mod, { limit: 1, ...(before && { before }) });
      expect(page.requests).toHaveLength(1);
      pages.push(...page.requests.map(({ id }) => id));
      before = page.next;
    } while (before);
    expect(pages).toEqual(all);
    expect(all).toHaveLength(5);
  });

  test.each([
    'x',
    ',',
    'a,1',
    '2026-99-99,1',
    '2026-01-01,x',
    '2026-01-01,1,2',
    ',99999999999999999',
  ])('rejects the cursor %s', async (cursor) => {
    const { status } = await request(app, privacy.requests, {
      token: ours.mod.token,
      query: { before: Buffer.from(cursor).toString('base64url') },
    });
    expect(status).toBe(400);
  });

  test('has what the rule lets each user read', async () => {
    const filed = [
      await client.fileAs(ours.parent),
      await client.fileAs(ours.teacher, { subject_id: ours.teacher.id }),
      await client.fileAs(ours.mod, { subject_id: ours.mod.id }),
      await client.fileAs(theirs.parent, { subject_id: theirs.student.id }),
      await client.fileAs(world.admin),
    ];
    const users = [ours.parent, ours.teacher, ours.otherTeacher, ours.mod, theirs.mod, world.admin];
    for (const user of users) {
      const readable = [];
      for (const request of filed) {
        const { status } = await client.read(user, request);
        if (status === 200) readable.push(request.id);
        else expect(status).toBe(404);
      }
      const listed = await client.listIds(user, { limit: 100 });
      expect(filed.map(({ id }) => id).filter((id) => listed.includes(id))).toEqual(readable);
    }
    expect(await client.listIds(ours.parent)).toEqual([filed[0]?.id]);
    expect(await client.listIds(ours.mod)).toHaveLength(4);
  });

  test('is filtered by the person', async () => {
    const own = await client.fileAs(ours.parent, { subject_id: ours.parent.id });
    await client.fileAs(ours.parent);
    expect(await client.listIds(ours.mod, { subject_id: ours.parent.id })).toEqual([own.id]);
    expect(await client.listIds(ours.mod, { subject_id: theirs.parent.id })).toEqual([]);
  });

  test('takes the same number of statements whatever its length', async () => {
    const count = () => countStatements(database, () => client.list(ours.mod));
    await receive('2026-03-02');
    const before = await count();
    await receive('2026-03-03');
    await receive('2026-03-04');
    expect(await count()).toBe(before);
  });
});
