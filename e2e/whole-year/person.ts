import { ownPassword } from '../first-login.ts';
import { desktop, logIn, phone } from '../login.ts';
import { type Browser, expect, type Locator, type Page } from '../test.ts';

export interface PersonOptions {
  username: string;
  size?: typeof desktop;
  logIn?: (page: Page) => Promise<void>;
}

interface Place {
  address: string;
  now: Date;
  /** Where everything is noted that goes wrong in the app. */
  problems: string[];
}

export interface Person {
  username: string;
  options: PersonOptions;
  page: Page;
  main: Locator;
  /** Opens the app at a path, logging in again once the session has ended. */
  open: (path?: string) => Promise<Page>;
  setTime: (now: Date) => Promise<void>;
}

/** Somebody with a device of their own. */
export async function addPerson(
  browser: Browser,
  { address, now, problems }: Place,
  options: PersonOptions,
): Promise<Person> {
  const { username, size = desktop } = options;
  const isPhone = size === phone;
  const context = await browser.newContext({
    baseURL: address,
    viewport: size,
    hasTouch: isPhone,
    isMobile: isPhone,
    serviceWorkers: 'allow',
  });
  await context.clock.install({ time: now });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${username}: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    const status = response.status();
    if (status >= 500) problems.push(`${username}: ${status} of ${response.url()}`);
  });
  const main = page.getByRole('main');
  const enter =
    options.logIn ??
    (async () => {
      await page.goto('/login');
      await logIn(page, username, ownPassword);
    });
  const open = async (path = '/') => {
    await page.goto(path);
    const heading = main.getByRole('heading', { level: 1 });
    const form = page.getByLabel('Tên đăng nhập');
    await expect(heading.or(form).first()).toBeAttached();
    const user = await page.request.get('/api/auth/me', {
      headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.token)}` },
    });
    if (!user.ok()) {
      await enter(page);
      await expect(page).not.toHaveURL(/\/(login|card)$/);
      await page.goto(path);
    }
    await expect(heading).toBeAttached();
    return page;
  };
  return {
    username,
    options,
    page,
    main,
    open,
    setTime: (time) => context.clock.setSystemTime(time),
  };
}
