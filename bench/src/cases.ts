import { accountsCase } from './cases/accounts.ts';
import { attendanceCase } from './cases/attendance.ts';
import { countryCase } from './cases/country.ts';
import { dashboardCase } from './cases/dashboard.ts';
import { feedCase } from './cases/feed.ts';
import { interactionsCase } from './cases/interactions.ts';
import { meCase } from './cases/me.ts';
import { morningCase } from './cases/morning.ts';
import { notificationsCase } from './cases/notifications.ts';
import { overviewCase } from './cases/overview.ts';
import { pagesCase } from './cases/pages.ts';
import { pushCase } from './cases/push.ts';
import { queueCase } from './cases/queue.ts';
import { replicaCase } from './cases/replica.ts';
import { reportsCase } from './cases/reports.ts';
import { rolloverCase } from './cases/rollover.ts';
import { scanCase } from './cases/scan.ts';
import { searchCase } from './cases/search.ts';
import { streamsCase } from './cases/streams.ts';
import { writesCase } from './cases/writes.ts';
import type { Case } from './harness/case.ts';

/** All cases, in the order in which they run. */
export const cases: readonly Case[] = [
  meCase,
  feedCase,
  writesCase,
  replicaCase,
  streamsCase,
  notificationsCase,
  pushCase,
  attendanceCase,
  overviewCase,
  dashboardCase,
  reportsCase,
  accountsCase,
  searchCase,
  rolloverCase,
  queueCase,
  scanCase,
  countryCase,
  morningCase,
  pagesCase,
  interactionsCase,
];
