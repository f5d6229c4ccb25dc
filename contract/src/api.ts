import { studentTables, teacherTables } from './account-tables.ts';
import { accounts } from './accounts.ts';
import { attendance } from './attendance.ts';
import { attendanceOverview } from './attendance-overview.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { avatars } from './avatars.ts';
import { cards } from './cards.ts';
import { classes } from './classes.ts';
import { comments } from './comments.ts';
import { consent } from './consent.ts';
import { dashboard } from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import { factors, sessions } from './factors.ts';
import { families } from './families.ts';
import { history } from './history.ts';
import { leave } from './leave.ts';
import { lessons } from './lessons.ts';
import { memories } from './memories.ts';
import { moderation } from './moderation.ts';
import { notifications } from './notifications.ts';
import { people } from './people.ts';
import { posts } from './posts.ts';
import { privacy } from './privacy.ts';
import { push } from './push.ts';
import { reports } from './reports.ts';
import { scan } from './scan.ts';
import { schools } from './schools.ts';
import { search } from './search.ts';
import { selectedAccounts } from './selected-accounts.ts';
import { site } from './site.ts';
import { studentImport } from './student-import.ts';
import { teaching } from './teaching.ts';
import { today } from './today.ts';
import { years } from './years.ts';

/** The whole API, by feature. The server, typed client, OpenAPI document and access matrix derive from it. */
export const api = {
  site,
  auth,
  avatars,
  cards,
  sessions,
  factors,
  classes,
  attendance,
  attendanceOverview,
  reports,
  leave,
  today,
  posts,
  comments,
  moderation,
  memories,
  lessons,
  notifications,
  push,
  schools,
  dashboard,
  years,
  accounts,
  selectedAccounts,
  families,
  studentTables,
  teacherTables,
  studentImport,
  history,
  people,
  audit,
  consent,
  privacy,
  search,
  scan,
  teaching,
};

export const endpoints: Endpoint[] = Object.values(api).flatMap((feature) =>
  Object.values<Endpoint>(feature),
);
