import { auth } from '@lop-xanh/contract/auth';
import { expect, test } from 'vitest';
import { addTwoSchools, addUser, password } from '../../testing/fixtures.ts';
import { jpeg, makePostForm, openPostSites } from '../../testing/post-sites.ts';
import { request } from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/test-database.ts';

const database = await makeTestDatabase();
const { ours } = await addTwoSchools(database);
const { app, send, get } = (await openPostSites(database))['a disk'];

test('a class logs in at once from one address while photos are still served', async () => {
  const { body } = await send(ours.teacher, makePostForm([{ name: 'a.jpg', content: jpeg }]));
  const url = body.attachments[0]?.url as string;
  const addStudent = () => addUser(database, { role: 'Student', school_id: ours.schoolId });
  const students = await Promise.all(Array.from({ length: 35 }, addStudent));

  let isDone = false;
  const logins = students.map(({ username }) =>
    request(app, auth.login, { body: { username, password } }),
  );
  const responses = Promise.all(logins).finally(() => {
    isDone = true;
  });
  let photoCount = 0;
  for (; !isDone; photoCount++) expect((await get(url)).statusCode).toBe(200);
  expect((await responses).map(({ status }) => status)).toEqual(students.map(() => 200));
  // A count, since times depend on the machine. It is only a few if hashing blocks the file threads.
  expect(photoCount).toBeGreaterThan(10);
});
