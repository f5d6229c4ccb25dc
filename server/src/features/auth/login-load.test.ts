import { auth } from '@lop-xanh/contract/auth';
import { expect, test } from 'vitest';
import { addTwoSchools, addUser, password } from '../../testing/people.ts';
import { form, jpeg, openPostSites } from '../../testing/post-sites.ts';
import { request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const { app, send, get } = (await openPostSites(database))['a disk'];

test('a class gets in at the same second behind one address, and photos are read meanwhile', async () => {
  const { body } = await send(ours.teacher, form([{ name: 'a.jpg', content: jpeg }]));
  const url = body.attachments[0]?.url as string;
  const addStudent = () => addUser(database, { role: 'Student', school_id: ours.schoolId });
  const students = await Promise.all(Array.from({ length: 35 }, addStudent));

  let isOver = false;
  const logins = students.map(({ username }) =>
    request(app, auth.login, { body: { username, password } }),
  );
  const all = Promise.all(logins).finally(() => {
    isOver = true;
  });
  let photos = 0;
  for (; !isOver; photos++) expect((await get(url)).statusCode).toBe(200);
  expect((await all).map(({ status }) => status)).toEqual(students.map(() => 200));
  // Not by the clock, which depends on the machine. Where hashing takes the file threads, it is a handful.
  expect(photos).toBeGreaterThan(10);
});
