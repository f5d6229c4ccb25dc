import { api } from '@lop-xanh/contract/api';
import type { Endpoint, Scope, Withheld } from '@lop-xanh/contract/endpoint';
import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { expect, test } from 'vitest';
import {
  loginLimits,
  triesOfSuspect,
  windowMinutes,
} from './features/auth/login-throttle.rules.ts';
import { idempotencyDays } from './http/idempotency.ts';
import { jsonBytesMax } from './http/json-body.ts';
import { defaultRateLimits } from './http/rate-limit.ts';

/** From the one who may least to the one who may most. */
const columns: Role[] = ['Student', 'Parent', 'Teacher', 'Mod', 'Admin'];

const titles: Record<keyof typeof api, string> = {
  site: 'The site',
  auth: 'Sessions and the own account',
  classes: 'Classes',
  attendance: 'Attendance',
  posts: 'Posts',
  lessons: 'Lessons',
  notifications: 'Notifications',
  schools: 'Schools',
  accounts: 'Accounts',
  studentTables: 'Tables of students',
  teacherTables: 'Tables of teachers',
  history: 'Histories and reports',
  audit: 'The audit trail',
  scan: 'The scanner',
};

const meanings: Record<Scope, string> = {
  self: 'their own account and session, or what they send themselves',
  own: 'what is their own: posts that they wrote, notifications that they got',
  'own children': 'the students who are linked to the parent as children',
  'own records': 'in their own class, and there their own attendance alone',
  "children's records": "in their children's classes, and there their children's attendance alone",
  'own class': 'the class that they attend',
  'own classes': 'the class that they teach',
  "children's classes": 'the classes that their children attend',
  'own grade': 'the grade of the class that they attend',
  "children's grades": "the grades of their children's classes",
  "own classes' grades": 'the grade of the class that they teach',
  'homeroom teacher': 'approved posts of the teacher of their class',
  "children's homeroom teachers": "approved posts of the teachers of their children's classes",
  'what they read': 'what they can read and is approved',
  'own school':
    'what belongs to their school; of posts a Teacher reads the approved ones and all of their own',
  all: 'everything, in all schools',
};

const megabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
const code = (word: string) => `\`${word}\``;
const count = (number: number) => number.toLocaleString('en');
const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

function cellOf({ access }: Endpoint, role: Role): string {
  return access === 'anyone' ? 'anyone' : (access[role] ?? '–');
}

function withheldFrom({ from, of, where = {}, fields }: Withheld): string {
  const names = fields.map(code).join(', ');
  const conditions = Object.entries(where).map(([field, value]) => `${code(field)} is ${value}`);
  const place = of ? ` of ${code(of)}` : '';
  const when = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return `${from.join(', ')}: no ${names}${place}${when}`;
}

function notesOn(endpoint: Endpoint): string {
  const { method, access, acceptsFiles, maxBodyBytes, callsPerMinute, withheld = [] } = endpoint;
  return [
    access === 'anyone' && 'also without a session',
    endpoint.whilePasswordMustChange && 'also while the password must change',
    method !== 'GET' && endpoint.withoutKey && 'takes no key',
    acceptsFiles && `takes files in ${code(acceptsFiles)}`,
    endpoint.acceptsTable && `takes a table of at most ${megabytes(limits.tableBytesMax)}`,
    maxBodyBytes && `takes ${megabytes(maxBodyBytes)}`,
    callsPerMinute && `${callsPerMinute} a minute`,
    endpoint.file && 'answers a file',
    endpoint.stream && 'answers events',
    ...withheld.map(withheldFrom),
  ]
    .filter((note) => typeof note === 'string')
    .join('; ');
}

function section([feature, endpoints]: [string, Record<string, Endpoint>]): string {
  const rows = Object.values(endpoints).map((endpoint) =>
    line([
      code(`${endpoint.method} ${endpoint.path}`),
      endpoint.summary,
      ...columns.map((role) => cellOf(endpoint, role)),
      notesOn(endpoint),
    ]),
  );
  return [
    `## ${titles[feature as keyof typeof api]}`,
    '',
    line(['call', 'what it does', ...columns, 'notes']),
    line(Array(columns.length + 3).fill('---')),
    ...rows,
  ].join('\n');
}

const allowed = Object.values(api)
  .flatMap((feature) => Object.values<Endpoint>(feature))
  .filter(({ whilePasswordMustChange }) => whilePasswordMustChange)
  .map(({ method, path }) => code(`${method} ${path}`))
  .join(', ');

const page = `# Who may call what

<!-- Made from the contract: \`npx vitest run access-page --update\` writes it anew, and a test sees that it is current. -->

Every call of the API with the roles that may make it, and how far each of them reaches. "–" is a refusal.
The server decides by this and by the rules of each feature (\`server/src/features/*/*.rules.ts\`); the web
app only hides what would be refused. \`server/src/access-matrix.test.ts\` makes every call as everybody: logged
out, in each role, with an inactive account and before a due change of password; and for whatever a call
names with their own, a neighbour's, another school's and nobody's.

## How far a role reaches

${line(['words', 'meaning'])}
${line(['---', '---'])}
${Object.entries(meanings)
  .map((meaning) => line(meaning))
  .join('\n')}

## For every call

- Without a session, with one that ended, or with an account that is inactive or deleted: 401.
- While the password must be changed only these answer, and all others 403: ${allowed}.
- A role without a right gets 403. A thing of the own school that somebody may not have is 403; one of
  another school is 404, like one that does not exist.
- A write with an \`Idempotency-Key\` happens once for each user and key and is remembered for ${idempotencyDays} days,
  unless the notes say that it takes none. A repeated request is answered with what stands now; a refusal then
  carries \`alreadyDone\`. The same key with any other content, a password or a byte of a file, gets 409.
- At most ${count(defaultRateLimits.perUser)} requests a minute of one user and ${count(defaultRateLimits.perAddress)} of one address without one. Beyond that: 429.
- From the ${loginLimits.username.free}th wrong password for a username from one network (an IPv4 address, an IPv6 /64) in ${windowMinutes} minutes on,
  the next try must wait ${loginLimits.username.firstWaitSeconds} seconds, then twice as long each time, ${loginLimits.username.longestWaitSeconds / 60} minutes at most: 429 with \`Retry-After\`. From a
  network with ${triesOfSuspect} wrong tries that begins with the ${loginLimits.usernameFromSuspect.free}rd. All networks together have ${loginLimits.usernameEverywhere.free} tries for a username, then waits of up
  to ${loginLimits.usernameEverywhere.longestWaitSeconds} seconds. A device that has logged in to the account before has a count of its own.
- A JSON body has at most ${megabytes(jsonBytesMax)}, a photo ${megabytes(limits.imageBytesMax)}, a video ${megabytes(limits.videoBytesMax)}. Beyond that: 413.
- An answer has the fields of its schema and no others. What some roles are not told stands in the notes.
- Photos, videos and pictures (\`/uploads/posts/\`, \`/uploads/lessons/\`) have addresses that are signed for one
  session and for a day at most; each time, the session and the rule of the post or lesson are asked again.

${Object.entries(api).map(section).join('\n\n')}
`;

/** To write the page anew: `npx vitest run access-page --update`. */
test('docs/ACCESS.md says what the contract says', async () => {
  expect(page.match(/^\| `(GET|POST|PUT|DELETE) /gm)?.length).toBeGreaterThan(70);
  await expect(page).toMatchFileSnapshot('../../docs/ACCESS.md');
});
