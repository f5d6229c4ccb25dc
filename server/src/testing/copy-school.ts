import type { Endpoint, InputOf, ResponseOf } from '@lop-xanh/contract/endpoint';
import { posts } from '@lop-xanh/contract/posts';
import { privacy } from '@lop-xanh/contract/privacy';
import type { FastifyInstance } from 'fastify';
import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';
import type { Database } from '../database/database.ts';
import type { DataCopy } from '../features/privacy/data-copy.ts';
import { addChild, addClass, addSchool, addUser, type TestUser } from './fixtures.ts';
import { jpeg, makePostForm } from './post-sites.ts';
import { sendForm } from './send-form.ts';
import { request } from './test-app.ts';

export type CopySchool = Awaited<ReturnType<typeof makeCopySchool>>;

/** A class with two families, and the requests that fill it and ask for copies. */
export async function makeCopySchool(app: FastifyInstance, database: Database) {
  const people = await addPeople(database);
  const { mod, teacher } = people;

  /** Sends a request that must succeed. */
  async function call<const E extends Endpoint>(
    { token }: TestUser,
    endpoint: E,
    input: InputOf<E>,
  ): Promise<ResponseOf<E>> {
    const { status, body } = await request(app, endpoint, { ...input, token } as never);
    expect([status, body]).toEqual([endpoint.status ?? 200, body]);
    return body;
  }

  async function writePost(title: string, content: string, author = teacher) {
    const form = makePostForm([{ name: `${title}.jpg`, content: jpeg }]);
    form.set('title', title);
    form.set('content', content);
    const { status, body } = await sendForm(app, posts.create.path, form, { token: author.token });
    expect(status).toBe(201);
    return body as ResponseOf<typeof posts.create>;
  }

  async function publishPost(title: string, content: string) {
    const post = await writePost(title, content);
    await call(mod, posts.approve, { params: { id: post.id } });
    return post;
  }

  async function comment(user: TestUser, postId: number, text: string): Promise<number> {
    const { id } = await call(user, posts.comment, { params: { id: postId }, body: { text } });
    return id;
  }

  /** Files a request for a copy, accepts it and downloads the archive. */
  async function copyOf(subject: TestUser, by: TestUser = mod) {
    const { id, version } = await call(by, privacy.file, {
      body: { kind: 'copy', subject_id: subject.id, details: 'Xin bản sao đầy đủ' },
    });
    const accepted = await call(mod, privacy.answer, {
      params: { id },
      body: { version, accepted: true, answer: 'Nhà trường đồng ý' },
    });
    if (by !== mod) {
      await call(mod, privacy.finish, {
        params: { id },
        body: { version: accepted.version, result: 'Mời tải về' },
      });
    }
    return download(by, id);
  }

  async function download({ token }: TestUser, id: number) {
    const response = await app.inject({
      url: privacy.copy.path.replace('{id}', String(id)),
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.statusCode).toBe(200);
    const parts = unzipSync(response.rawPayload);
    const readText = (name: string) => strFromU8(parts[name] as Uint8Array);
    const copy: DataCopy = JSON.parse(readText('data.json'));
    return {
      headers: response.headers,
      parts,
      copy,
      page: readText('index.html'),
      text: readText('data.json') + readText('index.html'),
    };
  }

  /** Reads a file of a post by its URL. */
  const readFile = async (url: string) => (await app.inject({ url })).rawPayload;

  return { ...people, call, writePost, publishPost, comment, copyOf, readFile };
}

async function addPeople(database: Database) {
  const { db } = database;
  const schoolId = await addSchool(db, 'TH Hoa Sen');
  const classId = await addClass(db, schoolId, '3A');
  const inSchool = { school_id: schoolId };
  const inClass = { ...inSchool, class_id: classId };
  const mod = await addUser(database, { role: 'Mod', ...inSchool, first_name: 'Cô Mai' });
  const teacher = await addUser(database, { role: 'Teacher', ...inClass, first_name: 'Thầy Sơn' });
  const addFamily = async (name: { last_name: string; first_name: string }) => {
    const student = await addUser(database, { role: 'Student', ...inClass, ...name });
    const parent = await addUser(database, {
      role: 'Parent',
      ...inSchool,
      last_name: name.last_name,
      first_name: `Phụ huynh của ${name.first_name}`,
    });
    await addChild(db, { parent, child: student });
    return { student, parent };
  };
  const ours = await addFamily({ last_name: 'Nguyễn Thị', first_name: 'Hoa' });
  const others = await addFamily({ last_name: 'Lê Văn', first_name: 'Canary' });
  return { schoolId, classId, mod, teacher, ours, others };
}
