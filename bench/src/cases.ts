import { accounts } from './cases/accounts.ts';
import { attendance } from './cases/attendance.ts';
import { country } from './cases/country.ts';
import { feed } from './cases/feed.ts';
import { me } from './cases/me.ts';
import { morning } from './cases/morning.ts';
import { notifications } from './cases/notifications.ts';
import { pages } from './cases/pages.ts';
import { replica } from './cases/replica.ts';
import { scan } from './cases/scan.ts';
import { streams } from './cases/streams.ts';
import { writes } from './cases/writes.ts';
import type { Case } from './harness/case.ts';

/** Everything that we measure, in the order in which it runs. */
export const cases: readonly Case[] = [
  me,
  feed,
  writes,
  replica,
  streams,
  notifications,
  attendance,
  accounts,
  scan,
  country,
  morning,
  pages,
];
