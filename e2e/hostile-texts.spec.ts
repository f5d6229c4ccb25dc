import type { Post } from '@lop-xanh/contract/posts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { addHostilePosts, pendingCount, textGroups } from './hostile-posts.ts';
import { addHostileSchool, type HostileSchool, hostileUsernames } from './hostile-school.ts';
import { listHostileScreens } from './hostile-screens.ts';
import { hostileTexts } from './hostile-texts.ts';
import { desktop, navigateTo, openAs, phone } from './login.ts';
import { createRequestAs } from './requests.ts';
import { type Browser, expect, type Locator, type Page, test } from './test.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Lessons and schools are seen by others too, so these have a server of their own, one for all roles. */
test.describe.configure({ mode: 'default' });
let server: TestServer;
let school: HostileSchool;
let posts: Post[];
test.beforeAll(async ({ request }) => {
  expect(new Set(hostileTexts).size).toBe(100);
  server = await startTestServer({ DEMO: '0' });
  school = await addHostileSchool(server.dataDir);
  posts = await addHostilePosts(createRequestAs(server.address), request);
});
test.afterAll(() => server.remove());

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
  await openAs(page, username);
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

/**
 * Goes to the end of the feed and back until it has shown these titles. Pages more than two screens away are not rendered;
 * a teacher's own posts, and a page that failed, come by a button.
 */
async function readFeed(visit: Awaited<ReturnType<typeof watched>>, titles: string[]) {
  const { page } = visit;
  const more = page.getByRole('button', { name: 'Xem thêm bài viết' });
  const headings = page.getByRole('main').locator('article h3');
  const shown = new Set<string>();
  await expect
    .poll(
      async () => {
        if (await more.first().isVisible()) await more.first().click();
        for (const title of await headings.allTextContents()) shown.add(title);
        await expectNothingRan(visit);
        await page.evaluate(() => {
          const end = document.documentElement.scrollHeight;
          const isAtEnd = scrollY + innerHeight >= end - 1;
          scrollTo(0, isAtEnd ? 0 : end);
        });
        return titles.filter((title) => !shown.has(title));
      },
      { intervals: [50] },
    )
    .toEqual([]);
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
  await navigateTo(page, path);
}

const people: [Role, string, typeof phone][] = [
  ['Student', hostileUsernames.Student, phone],
  ['Parent', hostileUsernames.Parent, phone],
  ['Teacher', hostileUsernames.Teacher, desktop],
  ['Mod', hostileUsernames.Mod, desktop],
  ['Admin', hostileUsernames.Admin, desktop],
];

for (const [role, username, size] of people) {
  test(`a hundred hostile texts are text on every screen of a ${role}, and nothing of them runs`, async ({
    browser,
  }) => {
    const approved = posts.slice(0, -pendingCount);
    // Without a slash, a name is kept as it was sent.
    const at = textGroups.findIndex(([text]) => !text?.includes('/'));
    const [post, texts] = [approved[at], textGroups[at]] as [Post, string[]];
    const visit = await watched(browser, username, size);
    const { page } = visit;
    const main = page.getByRole('main');
    if (role !== 'Admin') {
      await readFeed(
        visit,
        approved.map(({ title }) => title),
      );
    }
    for (const { path, shows, dialog } of listHostileScreens(role, school)) {
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
    await navigateTo(page, `/posts/${post.id}`);
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
