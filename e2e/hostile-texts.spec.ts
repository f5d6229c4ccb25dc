import type { Post } from '@lop-xanh/contract/posts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import { callsTo } from './calls.ts';
import { addHostileSchool, type HostileSchool, hostilePeople, written } from './hostile-school.ts';
import { hostileTexts } from './hostile-texts.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { desktop, enterAs, goOn, phone } from './people.ts';

const textsOfAPost = 4;
const pending = 3;
/** One grey pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

const groups = Array.from({ length: hostileTexts.length / textsOfAPost }, (_, at) =>
  hostileTexts.slice(at * textsOfAPost, (at + 1) * textsOfAPost),
);

/** Lessons and schools are seen by others too, so these have a server of their own, one for all roles. */
test.describe.configure({ mode: 'default' });
let server: OwnServer;
let school: HostileSchool;
let posts: Post[];
test.beforeAll(async ({ request }) => {
  test.setTimeout(120_000);
  expect(new Set(hostileTexts).size).toBe(100);
  server = await startOwnServer({ DEMO: '0' });
  school = await addHostileSchool(server.dataDir);
  posts = await writePosts(request);
});
test.afterAll(() => server.remove());

/** Every text as title, content, file name and comment; the last few posts wait for a decision. */
async function writePosts(request: APIRequestContext): Promise<Post[]> {
  const as = callsTo(server.address);
  const made: Post[] = [];
  for (const [at, texts] of groups.entries()) {
    const form = new FormData();
    form.append('title', texts.join(' '));
    form.append('content', texts.join('\n'));
    for (const name of texts) form.append('attachments', new File([picture], name));
    const created = await as(request, hostilePeople.Teacher, 'POST', '/api/posts', form);
    expect(created.status()).toBe(201);
    const post: Post = await created.json();
    made.push(post);
    if (at >= groups.length - pending) continue;
    const path = `/api/posts/${post.id}`;
    const decided = await as(request, hostilePeople.Mod, 'PUT', `${path}/approve`);
    expect(decided.status()).toBe(200);
    for (const text of texts) {
      const said = await as(request, hostilePeople.Student, 'POST', `${path}/comment`, { text });
      expect(said.status()).toBe(201);
    }
  }
  return made;
}

/** Opens the site as somebody, and notes whatever a text sets off. */
async function watched(browser: Browser, username: string, size = desktop) {
  const context = await browser.newContext({ viewport: size, baseURL: server.address });
  const page = await context.newPage();
  const noted: string[] = [];
  const note = (what: string) => {
    noted.push(what);
  };
  await page.exposeFunction('ran', () => note('a text ran'));
  await page.exposeFunction('violated', (what: string) => note(`the policy stopped ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as { violated: (what: string) => void }).violated(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  page.on('dialog', (dialog) => {
    note(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/\/ran\b|ran\.example/.test(request.url())) note(`a request: ${request.url()}`);
  });
  await enterAs(page, username);
  return { page, noted };
}

/** What only a text that became markup would put on the page. */
const madeOfText = (page: Page) =>
  page
    .locator(
      [
        'script:not([src])',
        'iframe, object, embed, base, marquee, plaintext, xmp, custom-tag',
        'main form[action], [formaction], a[href^="javascript:" i], a[href^="data:" i]',
        '[onerror], [onload], [onfocus], [onclick], [ontoggle], [onbegin], [onmouseover]',
      ].join(', '),
    )
    .evaluateAll((found) => found.map(({ outerHTML }) => outerHTML));

async function expectNothingRan({ page, noted }: Awaited<ReturnType<typeof watched>>) {
  const made = await madeOfText(page);
  expect({ noted, made }).toEqual({ noted: [], made: [] });
}

const titles = (page: Page) => page.getByRole('main').locator('article h3').allTextContents();

/** Scrolls until the oldest post is there; a teacher's own posts grow by a button. */
async function readTo(page: Page, title: string, role: Role) {
  if (role === 'Teacher') await page.getByRole('button', { name: 'Xem thêm bài viết' }).click();
  await expect
    .poll(
      async () => {
        // As a reader does, who has gone too far for a moment.
        await page.keyboard.press('PageUp');
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return titles(page);
      },
      // Several pages with their pictures, on a machine that may be busy.
      { timeout: 30_000 },
    )
    .toContain(title);
}

/** What a place must show, in its words or its fields, as it was written. */
async function expectShown(place: Locator, texts: readonly string[]) {
  const missing = async () => {
    const shown = await place.evaluate((element) => {
      // A list may go on below: news stand there by the minute in which they came.
      scrollTo(0, document.documentElement.scrollHeight);
      return [element, ...element.querySelectorAll('input, textarea')]
        .map((one) => ('value' in one ? String(one.value) : one.textContent))
        .join('\n');
    });
    return texts.filter((text) => !shown.includes(text));
  };
  // There are many screens, so none is waited for longer than it takes.
  await expect.poll(missing, { intervals: [50] }).toEqual([]);
}

/** Nothing of the last screen is there any more, so that none of its texts is taken for one of this one. */
async function leaveFor(page: Page, path: string) {
  const isSamePage = new URL(page.url()).pathname === path.split('?')[0];
  if (isSamePage) await leaveFor(page, '/help');
  await goOn(page, path);
  await expect(page.locator('main h1:not([data-left])')).toBeVisible();
}

interface Screen {
  path: string;
  shows: readonly string[];
  /** A dialog that is opened there, and what it shows. */
  dialog?: { open: (page: Page) => Promise<void>; shows: readonly string[] };
}

const edit = async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sửa .*</ })
    .first()
    .click();
};

/** A file whose name and cells are hostile; ten rows of it are shown. */
const table = {
  name: `${hostileTexts.find((text) => !text.includes('/'))}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(['Tên đăng nhập,Tên,Email', ...hostileTexts.map(lineOf)].join('\n')),
};
function lineOf(text: string, at: number): string {
  return `pupil.${at},"${text.replaceAll('"', '""')}",pupil@example.vn`;
}

const importTable = async (page: Page) => {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(table);
};

/** Every screen with a text on it, but for those of posts, and what stands there alone. */
function screensOf(role: Role): Screen[] {
  const { id, classId, studentId, lesson, rejectedPost } = school;
  const [className, week, note] = [written.className, written.week, written.note].map(
    ([first]) => first as string,
  ) as [string, string, string];
  const inSchool = role === 'Admin' ? `school=${id}&` : '';
  const ofAll: Screen[] = [
    { path: '/lessons?grade=3', shows: [week] },
    {
      path: `/lessons/${lesson.id}/week/${lesson.week}`,
      shows: [
        week,
        written.lesson[0] as string,
        written.grade,
        written.summary,
        ...written.outline,
        ...written.supplies,
      ],
    },
  ];
  const ofMembers: Screen[] = [
    { path: '/profile', shows: [written.school[0] as string, written.email, written.phone] },
    { path: '/notifications', shows: groups[10] as string[] },
  ];
  const ofFamily: Screen[] = [
    { path: '/classes', shows: [className, written.note.at(-1) as string] },
  ];
  const ofStaff: Screen[] = [
    {
      path: `/classes?class=${classId}&week=1`,
      shows: [...(role === 'Mod' ? written.className : [className]), note, written.nameThen],
    },
    { path: `/classes?class=${classId}&view=year`, shows: [written.nameThen] },
    { path: `/posts/${rejectedPost}`, shows: role === 'Admin' ? [] : [written.reason] },
  ];
  const ofTeaching: Screen[] = [
    { path: '/activities?grade=3', shows: [...written.outline, ...written.supplies] },
  ];
  const history = '/admin/student-history';
  const students: Screen = {
    path: `/admin/accounts?${inSchool}tab=students`,
    shows: [className, written.parent],
  };
  const ofManagers: Screen[] = [
    { path: `/admin/accounts?${inSchool}tab=teachers`, shows: [written.email] },
    { path: `/admin/accounts?${inSchool}tab=classes`, shows: ['class: <'] },
    { ...students, dialog: { open: edit, shows: [written.email, written.phone, written.parent] } },
    {
      ...students,
      dialog: { open: importTable, shows: [table.name, ...hostileTexts.slice(0, 10)] },
    },
    { path: `${history}?${inSchool}`, shows: [written.left, written.changedBy] },
    { path: `${history}?${inSchool}student=${studentId}&tab=attendance`, shows: written.note },
    {
      path: `${history}?${inSchool}student=${studentId}&view=report`,
      shows: [...written.note, written.left, written.parent],
    },
    { path: `/admin/teacher-history?${inSchool}`, shows: [written.left, written.changedBy] },
  ];
  const ofAdmin: Screen[] = [
    {
      path: `/admin/accounts?${inSchool}tab=moderators`,
      shows: [...written.school, written.phone],
    },
    {
      path: `/admin/audit?${inSchool}`,
      shows: [written.actor, written.subject, written.before],
    },
    {
      path: '/admin/lessons',
      shows: [written.lesson[0] as string],
      dialog: { open: edit, shows: [written.lesson[0] as string] },
    },
  ];
  switch (role) {
    case 'Student':
    case 'Parent':
      return [...ofMembers, ...ofAll, ...ofFamily];
    case 'Teacher':
      return [...ofMembers, ...ofAll, ...ofStaff, ...ofTeaching];
    case 'Mod':
      return [...ofMembers, ...ofAll, ...ofStaff, ...ofTeaching, ...ofManagers];
    case 'Admin':
      return [...ofAll, ...ofStaff, ...ofManagers, ...ofAdmin];
  }
}

const people: [Role, string, typeof phone][] = [
  ['Student', hostilePeople.Student, phone],
  ['Parent', hostilePeople.Parent, phone],
  ['Teacher', hostilePeople.Teacher, desktop],
  ['Mod', hostilePeople.Mod, desktop],
  ['Admin', hostilePeople.Admin, desktop],
];

for (const [role, username, size] of people) {
  test(`a hundred hostile texts are text on every screen of a ${role}, and nothing of them runs`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const approved = posts.slice(0, -pending);
    // Without a slash, a name is kept as it was sent.
    const at = groups.findIndex(([text]) => !text?.includes('/'));
    const [post, texts] = [approved[at], groups[at]] as [Post, string[]];
    const visit = await watched(browser, username, size);
    const { page } = visit;
    const main = page.getByRole('main');
    if (role !== 'Admin') {
      await readTo(page, approved[0]?.title as string, role);
      expect(await titles(page)).toEqual(
        expect.arrayContaining(approved.map(({ title }) => title)),
      );
      await expectNothingRan(visit);
    }
    for (const { path, shows, dialog } of screensOf(role)) {
      await test.step(path, async () => {
        await leaveFor(page, path);
        await expectShown(main, shows);
        await expectNothingRan(visit);
        if (!dialog) return;
        await dialog.open(page);
        await expectShown(page.getByRole('dialog'), dialog.shows);
        await expectNothingRan(visit);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    }
    await goOn(page, `/posts/${post.id}`);
    for (const text of texts) {
      await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
    }
    await main.getByRole('button', { name: /^Xem ảnh 1 trên/ }).click();
    await expect(
      page
        .getByRole('dialog')
        .getByAltText(texts[0] as string)
        .first(),
    ).toBeAttached();
    await expectNothingRan(visit);
    await page.context().close();
  });
}
