import { Readable } from 'node:stream';
import { accounts } from '@lop-xanh/contract/accounts';
import { auth } from '@lop-xanh/contract/auth';
import { avatars } from '@lop-xanh/contract/avatars';
import { families } from '@lop-xanh/contract/families';
import { type Post, posts } from '@lop-xanh/contract/posts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../app.ts';
import { cleanUp } from '../../cleanup.ts';
import { listErasureRecords } from '../../storage/erasure-records.ts';
import { adoptStorage } from '../../storage/pairing.ts';
import type { Storage } from '../../storage/storage.ts';
import { afterFile } from '../../testing/cleanup-hooks.ts';
import { createErasureClient } from '../../testing/erasure-client.ts';
import { dumpSettledTables } from '../../testing/find-words.ts';
import {
  addChild,
  addComment,
  addTwoSchools,
  addUser,
  insertRow,
  password,
  type TestUser,
  updateRow,
} from '../../testing/fixtures.ts';
import { jpeg, makePostForm } from '../../testing/post-sites.ts';
import { sendForm } from '../../testing/send-form.ts';
import { addTaughtKind, addWaitingPhoto } from '../../testing/taught.ts';
import { listFileNames, makeTestStorage, request, testConfig } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;
const disk = makeTestStorage();
let isFailing = false;
const storage: Storage = {
  ...disk,
  async write(name, content) {
    if (isFailing) throw new Error('the disk is full');
    return disk.write(name, content);
  },
  async delete(name) {
    if (isFailing) throw new Error('the disk is read-only');
    return disk.delete(name);
  },
};
await adoptStorage(db, storage);
const rateLimits = { perUser: 1e9, perAddress: 1e9 };
const app = await buildApp({ config: testConfig, database, storage, rateLimits });
afterFile(() => app.close());
const { ours, theirs, admin } = await addTwoSchools(database);
const { accept, erase, preview } = createErasureClient(app, ours.mod);

let student: TestUser;
beforeEach(async () => {
  student = await addUser(database, {
    role: 'Student',
    school_id: ours.schoolId,
    class_id: ours.classId,
    last_name: 'Nguyễn Hoàng Minh',
    first_name: 'Ân',
  });
});

const readName = (id: number) =>
  db.value(z.string(), sql`select full_name from users where id = ${id}`);

async function submitPhoto(author: TestUser): Promise<Post> {
  const form = makePostForm([{ name: 'ảnh.jpg', content: jpeg }]);
  return (await sendForm(app, posts.create.path, form, { token: author.token })).body;
}

const readPost = async (id: number): Promise<Post> =>
  (await request(app, posts.read, { token: ours.mod.token, params: { id } })).body;

describe('an erased account', () => {
  test('cannot be used or found, and its username and code are free again', async () => {
    const username = 'be.minh.an';
    await updateRow(db, 'users', student.id, { username, identifier_code: '77001' });
    const { body, status } = await erase(await accept(student));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'done',
      subject: { full_name: 'Đã xóa', class_name: null },
      certificate: { removed: { account: 1 }, kept: { memberships: 1 } },
      can: { erase: false, finish: false },
    });
    const login = await request(app, auth.login, { body: { username, password } });
    const me = await request(app, auth.me, { token: student.token });
    expect([login.status, me.status]).toEqual([401, 401]);
    const list = await request(app, accounts.students, {
      token: ours.mod.token,
      query: {} as never,
    });
    expect(JSON.stringify(list.body)).not.toContain(`"id":${student.id},`);
    const created = await request(app, accounts.createStudent, {
      token: ours.mod.token,
      body: {
        username,
        password: 'muaxuan27',
        full_name: 'Trần Bình',
        identifier_code: '77001',
        email: 'b@example.vn',
      },
    });
    expect(created.body).toMatchObject({ username, identifier_code: '77001' });
  });

  test('has no avatar, and its pictures leave the storage at once', async () => {
    const listPictures = async () =>
      (await listFileNames(disk)).filter((name) => name.endsWith('.webp'));
    const before = await listPictures();
    const upload = () => {
      const form = new FormData();
      form.append('avatar', new Blob([jpeg]), 'ảnh.jpg');
      return sendForm(app, avatars.upload.path, form, { token: student.token });
    };
    expect((await upload()).status).toBe(200);
    await db.run(sql`update avatar_photos set is_approved = true where user_id = ${student.id}`);
    await upload();
    expect(await listPictures()).toHaveLength(before.length + 2);
    await erase(await accept(student));
    expect(await listPictures()).toEqual(before);
  });

  test('leaves what the scanner learnt, without names and photos', async () => {
    const school_id = ours.schoolId;
    const kind_id = await addTaughtKind(db, school_id, { created_by: student.id });
    const addPhoto = (fields: object) =>
      addWaitingPhoto(db, { school_id, kind_id, added_by: student.id, ...fields });
    const kept = await addPhoto({ approved_at: new Date(), class_id: ours.classId });
    const waiting = await addPhoto({});
    const approved = await addPhoto({
      added_by: ours.otherStudent.id,
      approved_at: new Date(),
      approved_by: student.id,
    });
    for (const { file } of [kept, waiting, approved]) {
      await disk.write(file, Readable.from(['ảnh']));
    }
    expect((await erase(await accept(student))).status).toBe(200);
    const rows = await db.many(
      z.object({
        id: z.number(),
        added_by: z.number().nullable(),
        class_id: z.number().nullable(),
        approved_by: z.number().nullable(),
        file: z.string().nullable(),
      }),
      sql`
        select id, added_by, class_id, approved_by, file from taught_photos
        where kind_id = ${kind_id} order by id`,
    );
    expect(rows).toEqual([
      { id: kept.id, added_by: null, class_id: null, approved_by: null, file: null },
      {
        id: approved.id,
        added_by: ours.otherStudent.id,
        class_id: null,
        approved_by: null,
        file: approved.file,
      },
    ]);
    const names = await listFileNames(disk);
    expect([kept, waiting, approved].map(({ file }) => names.includes(file))).toEqual([
      false,
      false,
      true,
    ]);
    const creator = sql`select created_by from taught_kinds where id = ${kind_id}`;
    expect(await db.value(z.number().nullable(), creator)).toBeNull();
  });

  test('of a parent leaves the account of the child, without what it says about the parent', async () => {
    const parent = await addUser(database, {
      role: 'Parent',
      school_id: ours.schoolId,
      last_name: 'Trần Thị Ngọc',
      first_name: 'Diệp',
      phone: '0912345412',
    });
    await addChild(db, { parent, child: student });
    const email = 'minh.an@example.vn';
    const contacts = { parent_name: 'Trần Thị Ngọc Diệp', phone: '0912345412', email };
    await updateRow(db, 'users', student.id, contacts);
    expect((await erase(await accept(parent))).status).toBe(200);
    const child = await db.one(
      z.object({
        full_name: z.string(),
        parent_name: z.string().nullable(),
        phone: z.string().nullable(),
        email: z.string().nullable(),
      }),
      sql`select full_name, parent_name, phone, email from users where id = ${student.id}`,
    );
    const full_name = 'Nguyễn Hoàng Minh Ân';
    expect(child).toEqual({ full_name, parent_name: null, phone: null, email });
  });

  test('of a student leaves no name in the entries that linked their parents', async () => {
    await request(app, families.link, {
      token: ours.mod.token,
      params: { id: student.id },
      body: { parent_id: ours.parent.id },
    });
    const readDetails = () =>
      db.value(
        z.looseObject({ student_id: z.number() }),
        sql`select details from audit_log where action = 'linked' order by id desc limit 1`,
      );
    expect(await readDetails()).toMatchObject({ student: 'Nguyễn Hoàng Minh Ân' });
    await erase(await accept(student));
    expect(await readDetails()).toEqual({ student_id: student.id });
  });

  test('of a teacher leaves their posts and comments to the class, without a name', async () => {
    const { id, token } = await addUser(database, {
      role: 'Teacher',
      school_id: ours.schoolId,
      last_name: 'Lê Thị Thanh',
      first_name: 'Hoa',
    });
    const teacher = { id, token, username: '' };
    const post = await submitPhoto(teacher);
    const commentId = await addComment(db, { postId: post.id, author: teacher, text: 'Cô vui' });
    const { body } = await erase(await accept(teacher));
    expect(body.certificate).toMatchObject({ kept: { posts: 1, comments: 1 } });
    expect(await readPost(post.id)).toMatchObject({
      author_display: 'Đã xóa',
      title: post.title,
      attachments: [{ filename: 'ảnh.jpg' }],
      comments: [{ id: commentId, text: 'Bình luận đã được xóa' }],
    });
  });
});

describe('texts of others', () => {
  test('keep the name unless they were chosen, and those of another class are unlikely', async () => {
    const text = 'Bạn MINH  ÂN giỏi';
    const add = async (schoolPost: number) =>
      addComment(db, { postId: schoolPost, author: ours.student, text });
    const chosen = await add(ours.post);
    const kept = await add(ours.post);
    const elsewhere = await add(ours.otherPost);
    const foreign = await addComment(db, { postId: theirs.post, author: theirs.student, text });
    const accepted = await accept(student);
    const { body } = await preview(accepted.id);
    const found = body.mentions.filter(({ kind }) => kind === 'comment');
    expect(found.map(({ id, isLikely }) => [id, isLikely])).toEqual([
      [elsewhere, false],
      [kept, true],
      [chosen, true],
    ]);
    const mentions = [chosen, foreign].map((id) => ({ kind: 'comment' as const, id }));
    await erase(accepted, { mentions });
    const texts = await db.values(
      z.string(),
      sql`
        select text from comments where id in (${chosen}, ${kept}, ${elsewhere}, ${foreign})
        order by id`,
    );
    expect(texts).toEqual(['Bạn … giỏi', text, text, text]);
  });

  test('with the username or the code are likely wherever they are', async () => {
    const text = `Tài khoản ${student.username}`;
    const id = await addComment(db, { postId: ours.otherPost, author: ours.teacher, text });
    const { body } = await preview((await accept(student)).id);
    const found = body.mentions.find((mention) => mention.id === id);
    expect(found).toMatchObject({ kind: 'comment', isLikely: true, excerpt: text });
  });
});

describe('photos', () => {
  test('are removed from the post and the storage at once if they were chosen', async () => {
    const [post, other] = [await submitPhoto(ours.teacher), await submitPhoto(ours.teacher)];
    const before = await listFileNames(storage);
    const accepted = await accept(student);
    const { photos } = (await preview(accepted.id)).body;
    const chosen = photos.find(({ post_id }) => post_id === post.id);
    expect(chosen?.thumb).toMatch(/^\/uploads\/posts\/.+\.webp\?/);
    await erase(accepted, { photos: [chosen?.id as number] });
    expect((await readPost(post.id)).attachments).toEqual([]);
    expect((await readPost(other.id)).attachments).toHaveLength(1);
    const records = await listErasureRecords(storage);
    const left = (await listFileNames(storage)).filter((name) => !records.includes(name));
    expect(left.length).toBe(before.filter((name) => !records.includes(name)).length - 2);
    const [url = ''] = post.attachments.map(({ url }) => url);
    expect((await app.inject({ url })).statusCode).toBe(404);
  });

  test('of another class, or of the time before the person came, are not offered or removed', async () => {
    const elsewhere = await submitPhoto(ours.otherTeacher);
    const earlier = await submitPhoto(ours.teacher);
    await db.run(sql`
      update posts set created_at = now() - interval '1 day' where id = ${earlier.id}`);
    const accepted = await accept(student);
    const { photos } = (await preview(accepted.id)).body;
    const offered = photos.map(({ post_id }) => post_id);
    expect([elsewhere.id, earlier.id].filter((id) => offered.includes(id))).toEqual([]);
    const ids = await db.values(
      z.number(),
      sql`select id from attachments where post_id in (${elsewhere.id}, ${earlier.id})`,
    );
    await erase(accepted, { photos: ids });
    expect((await readPost(elsewhere.id)).attachments).toHaveLength(1);
    expect((await readPost(earlier.id)).attachments).toHaveLength(1);
  });

  test('and the record follow with the cleanup if the storage fails', async () => {
    const post = await submitPhoto(ours.teacher);
    const accepted = await accept(student);
    const { photos } = (await preview(accepted.id)).body;
    const chosen = photos.filter(({ post_id }) => post_id === post.id).map(({ id }) => id);
    const [file = ''] = await db.values(
      z.string(),
      sql`select file from attachments where post_id = ${post.id}`,
    );
    const countRecords = async () => (await listErasureRecords(storage)).length;
    const records = await countRecords();
    isFailing = true;
    const { status } = await erase(accepted, { photos: chosen });
    isFailing = false;
    expect(status).toBe(200);
    expect([await countRecords(), (await storage.find(file)) !== undefined]).toEqual([
      records,
      true,
    ]);
    await cleanUp(database, storage, { retention: testConfig.retention });
    expect([await countRecords(), await storage.find(file)]).toEqual([records + 1, undefined]);
  });
});

test('a preview changes nothing', async () => {
  await addComment(db, { postId: ours.post, author: student });
  const accepted = await accept(student);
  const before = await dumpSettledTables(database);
  expect((await preview(accepted.id)).body.removed).toMatchObject({ comments: 1, account: 1 });
  expect(await dumpSettledTables(database)).toEqual(before);
});

describe('who may erase', () => {
  test('one of two Mods who do so at once; the other learns that it is done', async () => {
    const accepted = await accept(student);
    const both = await Promise.all([erase(accepted), erase(accepted, {}, admin)]);
    const statuses = both.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    const again = await erase({ id: accepted.id, version: accepted.version + 1 });
    expect(again.status).toBe(409);
  });

  test('a second request about an erased person ends without another erasure', async () => {
    const [first, second] = [await accept(student), await accept(student)];
    await erase(first);
    expect((await erase(second)).status).toBe(403);
    const count = sql`select count(*) from erasures where user_id = ${student.id}`;
    expect(await db.value(z.number(), count)).toBe(1);
  });

  test('not a Mod of another school', async () => {
    const accepted = await accept(student);
    expect((await erase(accepted, {}, theirs.mod)).status).toBe(404);
    expect((await preview(accepted.id, theirs.mod)).status).toBe(404);
    expect(await readName(student.id)).toBe('Nguyễn Hoàng Minh Ân');
  });

  test.each([
    ['an Admin', () => admin.id],
    ['themselves', () => ours.mod.id],
  ])('nobody erases %s', async (_, getId) => {
    const id = await insertRow(db, 'data_requests', {
      school_id: ours.schoolId,
      subject_id: getId(),
      kind: 'erasure',
      status: 'accepted',
      requester_name: 'Ai đó',
      received_on: '2026-11-16',
      answer_due: '2026-11-18',
      result_due: '2026-12-01',
      answered_at: new Date().toISOString(),
    });
    const other = await addUser(database, { role: 'Admin' });
    const actor = getId() === admin.id ? other : ours.mod;
    const name = await readName(getId());
    expect((await erase({ id, version: 1 }, {}, actor)).status).toBe(403);
    expect((await preview(id, actor)).status).toBe(403);
    expect(await readName(getId())).toBe(name);
  });

  test('nobody before the request was accepted', async () => {
    const accepted = await accept(student);
    await updateRow(db, 'data_requests', accepted.id, { status: 'open', answered_at: null });
    expect((await erase(accepted)).status).toBe(409);
    expect(await readName(student.id)).toBe('Nguyễn Hoàng Minh Ân');
  });
});
