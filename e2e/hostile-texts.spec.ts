import type { Post } from '@lop-xanh/contract/posts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { addHostileSchool, hostilePeople } from './hostile-school.ts';
import { hostileTexts } from './hostile-texts.ts';
import { desktop, enterAs, phone, tokenOf } from './people.ts';

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

/** Every text as title, content, file name and comment; the last few posts wait for a decision. */
async function writePosts(request: APIRequestContext): Promise<Post[]> {
  const headersOf = async (username: string) => ({
    authorization: `Bearer ${await tokenOf(request, username)}`,
  });
  const [teacher, mod, student] = await Promise.all([
    headersOf(hostilePeople.Teacher),
    headersOf(hostilePeople.Mod),
    headersOf(hostilePeople.Student),
  ]);
  const written: Post[] = [];
  for (const [at, texts] of groups.entries()) {
    const form = new FormData();
    form.append('title', texts.join(' '));
    form.append('content', texts.join('\n'));
    for (const name of texts) form.append('attachments', new File([picture], name));
    const created = await request.post('/api/posts', { headers: teacher, multipart: form });
    expect(created.status()).toBe(201);
    const post: Post = await created.json();
    written.push(post);
    if (at >= groups.length - pending) continue;
    const decided = await request.put(`/api/posts/${post.id}/approve`, { headers: mod });
    expect(decided.status()).toBe(200);
    for (const text of texts) {
      const data = { text };
      const said = await request.post(`/api/posts/${post.id}/comment`, { headers: student, data });
      expect(said.status()).toBe(201);
    }
  }
  return written;
}

/** Opens the site as somebody, and notes whatever a text sets off. */
async function watched(browser: Browser, username: string, size = desktop) {
  const page = await (await browser.newContext({ viewport: size })).newPage();
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

test('a hundred hostile texts are shown as text on every screen, and nothing of them runs', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  expect(new Set(hostileTexts).size).toBe(100);
  await addHostileSchool();
  const posts = await writePosts(request);
  const approved = posts.slice(0, -pending);
  // Without a slash, a name is kept as it was sent.
  const at = groups.findIndex(([text]) => !text?.includes('/'));
  const [post, texts] = [approved[at], groups[at]] as [Post, string[]];

  for (const [role, size] of [
    ['Student', phone],
    ['Parent', phone],
    ['Teacher', desktop],
    ['Mod', desktop],
  ] as const) {
    const visit = await watched(browser, hostilePeople[role], size);
    const { page } = visit;
    await readTo(page, approved[0]?.title as string, role);
    expect(await titles(page)).toEqual(expect.arrayContaining(approved.map(({ title }) => title)));
    await expectNothingRan(visit);

    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText(hostileTexts[11] as string);
    await expectNothingRan(visit);
    await page.goto('/classes');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expectNothingRan(visit);

    if (role === 'Mod') {
      await page.goto('/admin/accounts?tab=students');
      await expect(page.getByRole('table')).toContainText(hostileTexts[11] as string);
      await page.getByRole('button', { name: /^Sửa / }).click();
      await expect(page.getByRole('dialog').getByLabel(/^Tên/)).toHaveValue(
        hostileTexts[11] as string,
      );
      await expectNothingRan(visit);
    }
    await page.goto(`/posts/${post.id}`);
    const main = page.getByRole('main');
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
  }
});
