import { api } from '@lop-xanh/contract/api';
import type { Endpoint, Scope, WithheldFields } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import { idempotencyDays } from './database/idempotency-keys.ts';
import {
  loginLimits,
  suspectThreshold,
  windowMinutes,
} from './features/auth/login-throttle.rules.ts';
import { maxJsonBytes } from './http/json-body.ts';
import { defaultRateLimits } from './http/rate-limit.ts';
import { floodSize, maxAtATime, maxReadWaitMs } from './http/request-queues.ts';

/** From the fewest permissions to the most. */
const columns: Role[] = ['Student', 'Parent', 'Teacher', 'Mod', 'Admin'];

const titles: Record<keyof typeof api, string> = {
  site: 'Site',
  auth: 'Logging in and own account',
  avatars: 'Avatars',
  cards: 'Cards of students',
  sessions: 'Sessions',
  factors: 'Second factors',
  classes: 'Classes',
  attendance: 'Attendance',
  attendanceOverview: 'Attendance of a school',
  reports: 'Reports',
  leave: 'Leave notes',
  today: 'Today',
  posts: 'Posts',
  comments: 'Comments',
  moderation: 'Moderation',
  memories: 'Memories',
  lessons: 'Lessons',
  notifications: 'Notifications',
  push: 'Push messages',
  schools: 'Schools',
  dashboard: 'Dashboard',
  years: 'School years',
  accounts: 'Accounts',
  selectedAccounts: 'Several accounts at once',
  families: 'Families',
  studentTables: 'Tables of students',
  teacherTables: 'Tables of teachers',
  studentImport: 'Import of students',
  history: 'Class history and reports',
  people: 'People',
  audit: 'Audit log',
  consent: 'Photo consent',
  privacy: 'Requests about personal data',
  search: 'Search',
  scan: 'Waste scanner',
  teaching: 'Teaching the waste scanner',
};

const meanings: Record<Scope, string> = {
  self: 'their own account and sessions, and data that they send',
  own: 'their own posts and notifications',
  'own children': 'the students linked to the parent as children',
  'own records': 'in their own class, but only their own attendance',
  "children's records": "in their children's classes, but only their children's attendance",
  'own class': 'the class they attend',
  'own classes':
    'for a Teacher: the classes they teach, also as a substitute, and those they taught in earlier years; for a Student: approved posts of their classes, those of past classes only if written before they left',
  "children's classes":
    'the classes their children attend; approved posts of past classes only if written before they left',
  'own grade': 'the grade of the class they attend',
  "children's grades": "the grades of their children's classes",
  "own classes' grades": 'the grades of the classes they teach',
  'readable posts': 'approved posts that the user can read',
  "own classes' posts": 'the posts of the classes they teach, also as a substitute',
  'own school': 'everything in their school; a Teacher reads approved posts and all of their own',
  all: 'everything, in all schools',
};

const megabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
const code = (word: string) => `\`${word}\``;
const count = (number: number) => number.toLocaleString('en');
const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

function formatAccess({ access }: Endpoint, role: Role): string {
  return access === 'anyone' ? 'anyone' : (access[role] ?? '–');
}

function formatWithheld({ from, of, where = {}, fields }: WithheldFields): string {
  const names = fields.map(code).join(', ');
  const conditions = Object.entries(where).map(([field, value]) => `${code(field)} is ${value}`);
  const parent = of ? ` of ${code(of)}` : '';
  const when = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return `${from.join(', ')}: no ${names}${parent}${when}`;
}

function formatNotes(endpoint: Endpoint): string {
  const { method, access, acceptsFiles, maxBodyBytes, requestsPerMinute, withheld = [] } = endpoint;
  return [
    access === 'anyone' && 'also without a session',
    endpoint.allowedDuringSetup && 'also while the password must be changed',
    method !== 'GET' && endpoint.withoutIdempotencyKey && 'accepts no Idempotency-Key',
    acceptsFiles && `accepts files in ${code(acceptsFiles)}`,
    endpoint.acceptsTable && `accepts a table of at most ${megabytes(limits.maxTableBytes)}`,
    maxBodyBytes && `accepts ${megabytes(maxBodyBytes)}`,
    requestsPerMinute && `${requestsPerMinute} per minute`,
    endpoint.requestsPerHour && `${endpoint.requestsPerHour} per hour`,
    endpoint.file && 'returns a file',
    endpoint.stream && 'returns server-sent events',
    ...withheld.map(formatWithheld),
  ]
    .filter((note) => typeof note === 'string')
    .join('; ');
}

function formatSection([feature, endpoints]: [string, Record<string, Endpoint>]): string {
  const rows = Object.values(endpoints).map((endpoint) =>
    line([
      code(`${endpoint.method} ${endpoint.path}`),
      endpoint.summary,
      ...columns.map((role) => formatAccess(endpoint, role)),
      formatNotes(endpoint),
    ]),
  );
  return [
    `## ${titles[feature as keyof typeof api]}`,
    '',
    line(['endpoint', 'what it does', ...columns, 'notes']),
    line(Array(columns.length + 3).fill('---')),
    ...rows,
  ].join('\n');
}

const allowed = Object.values(api)
  .flatMap((feature) => Object.values<Endpoint>(feature))
  .filter(({ allowedDuringSetup }) => allowedDuringSetup)
  .map(({ method, path }) => code(`${method} ${path}`))
  .join(', ');

const page = `# Access control

<!-- Generated from the contract by \`npx vitest run access-page --update\`; a test checks that it is current. -->

For developers and reviewers: every endpoint of the API, the roles that may use it, and the scope of each.
"–" means that the request is rejected. The server enforces this table and the rules of each feature
(\`server/src/features/*/*.rules.ts\`); the web app only hides what would be rejected.
\`server/src/access-matrix.test.ts\` sends every request logged out, in each role, with an inactive account and
with a password that must be changed. For each item named in a request it tries the user's own, one of another
user, one of another school and one that does not exist.

## Scopes

${line(['scope', 'meaning'])}
${line(['---', '---'])}
${Object.entries(meanings)
  .map((meaning) => line(meaning))
  .join('\n')}

## Rules for every request

- Without a session, after it has ended, or with an inactive or deleted account: 401.
- While the password must be changed, all endpoints return 403 except ${allowed}.
- A role without access gets 403. So does a user who may not access an item of their own school. An item of
  another school is 404, as if it did not exist; so is an account that a Mod cannot see, such as another Mod's.
- A write with an \`Idempotency-Key\` happens once per user and key within ${idempotencyDays} days, unless the notes say
  that it accepts none. A retried request returns the current state. If that can no longer be read, for
  example because the item was deleted, the error contains \`alreadyDone\`. The same key with any other
  content, even one byte of a file, gets 409.
- At most ${count(defaultRateLimits.perUser)} requests per minute from one user, and ${count(defaultRateLimits.perAddress)} from one network without a session (an IPv4 address or
  an IPv6 /64). Beyond that: 429. A user gets ${count(defaultRateLimits.filesPerUser)} stored files per minute.
- However many requests a user sends at once, only a few run at a time: ${maxAtATime.reads} reads, ${maxAtATime.expensive_reads} of those that take long (lists
  of accounts, histories, reports, search and exports), ${maxAtATime.writes} writes and ${maxAtATime.downloads} downloads. The others wait, and if more than
  ${floodSize} wait, they run one at a time with pauses, except downloads; a read that would wait for more than ${maxReadWaitMs / 1_000} seconds gets 429 with \`Retry-After\`.
- After ${loginLimits.username.free} failed login attempts for a username from one network within ${windowMinutes} minutes, the next attempt must wait
  ${loginLimits.username.firstWaitSeconds} seconds, then twice as long each time, up to ${loginLimits.username.longestWaitSeconds / 60} minutes: 429 with \`Retry-After\`. From a network with ${suspectThreshold} failed
  attempts, for any usernames, the waits for a username start after ${loginLimits.usernameFromSuspect.free}. After ${loginLimits.usernameEverywhere.free} failed attempts
  for a username from all networks together, each further attempt waits up to ${loginLimits.usernameEverywhere.longestWaitSeconds} seconds. A device that has
  logged in to the account before is counted separately.
- The limit for a JSON body is ${megabytes(maxJsonBytes)}, for a photo ${megabytes(limits.maxImageBytes)}, for a video ${megabytes(limits.maxVideoBytes)}. Beyond that: 413.
- A response contains the fields of its schema and no others. The notes list fields withheld from some roles.
- URLs of photos, videos and thumbnails (\`/uploads/posts/\`, \`/uploads/lessons/\`) are signed for one session and
  for a day at most. Each request is authorized again by the session and the rules of the post or lesson.

${Object.entries(api).map(formatSection).join('\n\n')}
`;

/** To regenerate the page: `npx vitest run access-page --update`. */
test('docs/ACCESS.md matches the contract', async () => {
  expect(page.match(/^\| `(GET|POST|PUT|DELETE) /gm)?.length).toBeGreaterThan(70);
  await expect(page).toMatchFileSnapshot('../../docs/ACCESS.md');
});
