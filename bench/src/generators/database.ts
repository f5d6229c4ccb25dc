import type { ClientConfig } from 'pg';
import { openDatabase } from '../../../server/src/database/database.ts';
import { migrate } from '../../../server/src/database/migrator.ts';
import { fillDemo } from '../../../server/src/demo/fill-demo.ts';
import { openDiskStorage } from '../../../server/src/storage/disk-storage.ts';
import type { Processes } from '../processes.ts';
import { fillAccounts } from './accounts.ts';
import { fillAttendance } from './attendance.ts';
import { fillLikes } from './likes.ts';
import { fillNotifications } from './notifications.ts';
import { fillPeople } from './people.ts';
import { fillPosts } from './posts.ts';
import { fillQueue } from './queue.ts';
import { fillSchools } from './schools.ts';

/** Fills an empty database with the demo and the given amounts of other data. */
export async function fillDatabase(
  { connection, superuser }: Record<'connection' | 'superuser', ClientConfig>,
  dataDir: string,
  {
    posts = 0,
    notifications = 0,
    students = 0,
    classesPerSchool,
    accounts = 0,
    people = 0,
    queue = 0,
    schools = 0,
    likes = false,
  }: Processes['database']['input'],
): Promise<void> {
  await migrate(connection);
  const database = openDatabase(superuser, { limits: {}, silenceTimeoutMs: 0 });
  await fillDemo(database.db, openDiskStorage(dataDir));
  if (posts > 0) await fillPosts(database.pool, posts);
  if (notifications > 0) await fillNotifications(database.pool, notifications);
  if (students > 0) await fillAttendance(superuser, { students, classesPerSchool });
  if (accounts > 0) await fillAccounts(database.pool, accounts);
  if (people > 0) await fillPeople(database.pool, people);
  if (queue > 0) await fillQueue(database.pool, queue);
  if (schools > 0) await fillSchools(database.pool, schools);
  if (likes) await fillLikes(database.pool);
  // Autovacuum would do this within the first minute, in the middle of a measurement.
  await database.pool.query('vacuum analyze');
  await database.close();
}
