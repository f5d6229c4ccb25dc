import { attendance } from './cases/attendance.ts';
import { feed } from './cases/feed.ts';
import { loginPage } from './cases/login-page.ts';
import { me } from './cases/me.ts';
import { scan } from './cases/scan.ts';
import { writes } from './cases/writes.ts';
import type { Case } from './harness/case.ts';

/** Everything that we measure, in the order of the report. */
export const cases: readonly Case[] = [me, feed, writes, attendance, scan, loginPage];
