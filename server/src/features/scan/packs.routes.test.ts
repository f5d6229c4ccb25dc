import { type AuditEntry, audit } from '@lop-xanh/contract/audit';
import { type ChosenPack, scan, type WasteAnswer } from '@lop-xanh/contract/scan';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { addSchool, addUser, loadActor, type TestUser } from '../../testing/fixtures.ts';
import { makeTestApp, request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';
import { createPackService } from './packs.service.ts';

const database = await makeTestDatabase();
const { db } = database;
const app = await makeTestApp(database);
const admin = await addUser(database, { role: 'Admin' });

async function addSchoolUsers() {
  const school_id = await addSchool(db);
  const mod = await addUser(database, { role: 'Mod', school_id });
  const student = await addUser(database, { role: 'Student', school_id });
  return { school_id, mod, student };
}
const readPack = async ({ token }: TestUser): Promise<ChosenPack> =>
  (await request(app, scan.pack, { token })).body;
const choose = ({ token }: TestUser, body: { pack: string; school_id?: number }) =>
  request(app, scan.choosePack, { token, body });
const blank = await sharp({
  create: { width: 64, height: 64, channels: 3, background: '#d8d4cc' },
})
  .jpeg()
  .toBuffer();
const listBins = async ({ token }: TestUser) => {
  const image = `data:image/jpeg;base64,${blank.toString('base64')}`;
  const { body } = await request(app, scan.analyze, { token, body: { image } });
  const guesses: WasteAnswer[] = body.guesses;
  return Object.fromEntries(guesses.map(({ group, bin }) => [group, bin?.name]));
};

test("a Mod's choice changes the answers of that school only", async () => {
  const { mod, student } = await addSchoolUsers();
  const neighbours = await addSchoolUsers();
  const before = await listBins(student);
  expect(await readPack(student)).toMatchObject({ id: 'default' });

  const { status, body } = await choose(mod, { pack: 'ha-noi' });
  expect([status, body.chosen]).toEqual([200, 'ha-noi']);
  expect(await readPack(student)).toMatchObject({
    id: 'ha-noi',
    name: 'Hà Nội',
    groups: { food: { bin: { name: 'Túi xanh lá cây' } } },
  });
  const hanoi = (await readPack(student)).groups;
  const after = await listBins(student);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(after).not.toEqual(before);
  for (const [group, bin] of Object.entries(after)) {
    expect(bin).toBe(hanoi[group as keyof typeof hanoi].bin.name);
  }
  expect(await listBins(neighbours.student)).toEqual(before);
  expect(await readPack(admin)).toMatchObject({ id: 'default' });
});

test('an Admin chooses for a school, and both choices are in the audit log', async () => {
  const { school_id, mod } = await addSchoolUsers();
  await choose(mod, { pack: 'ha-noi' });
  await choose(mod, { pack: 'ha-noi' });
  expect((await choose(admin, { pack: 'ho-chi-minh', school_id })).status).toBe(200);
  const { body } = await request(app, audit.list, {
    token: admin.token,
    query: { school_id: String(school_id), subject: 'school' },
  });
  const entries: AuditEntry[] = body.audit;
  expect(entries.map(({ actor, action, details }) => [actor, action, details])).toEqual([
    [
      admin.username,
      'changed',
      {
        fields: ['waste_pack'],
        old: { waste_pack: 'ha-noi' },
        new: { waste_pack: 'ho-chi-minh' },
      },
    ],
    [
      mod.username,
      'changed',
      { fields: ['waste_pack'], old: { waste_pack: 'default' }, new: { waste_pack: 'ha-noi' } },
    ],
  ]);
});

test('a Mod sees the packs with their bins and sources', async () => {
  const { mod } = await addSchoolUsers();
  const { body } = await request(app, scan.packs, { token: mod.token });
  expect(body.chosen).toBe('default');
  expect(body.packs.map(({ id }: ChosenPack) => id)).toEqual(['default', 'ha-noi', 'ho-chi-minh']);
  for (const pack of body.packs) {
    expect(Object.keys(pack).toSorted()).toEqual(['groups', 'id', 'name', 'sources']);
  }
});

test('a pack that does not exist is refused and changes nothing', async () => {
  const { mod } = await addSchoolUsers();
  await choose(mod, { pack: 'ha-noi' });
  const { status, body } = await choose(mod, { pack: 'sao-hoa' });
  expect([status, body]).toMatchObject([400, { issues: [{ path: 'pack' }] }]);
  expect(await readPack(mod)).toMatchObject({ id: 'ha-noi' });
});

test('a school whose pack was removed gets the default one, and the log says so once', async () => {
  const { school_id, mod } = await addSchoolUsers();
  await db.run(sql`update schools set waste_pack = 'da-nang' where id = ${school_id}`);
  const warnings: string[] = [];
  const packs = createPackService({ warn: (message) => void warnings.push(message) });
  const actor = await loadActor(database, mod);
  expect((await packs.readOwn(db, actor)).id).toBe('default');
  expect((await packs.readChoice(db, actor, undefined)).chosen).toBe('default');
  expect(warnings).toEqual([expect.stringContaining('da-nang')]);
});
