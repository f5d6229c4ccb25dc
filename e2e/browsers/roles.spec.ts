import { readFileSync } from 'node:fs';
import type { Post } from '@lop-xanh/contract/posts';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { installedBrowsers, realBrowsers } from '../../scripts/real-browsers.mjs';
import { demoPassword, demoUsernames, desktop, phone } from '../login.ts';
import { countUnsent } from '../outbox.ts';
import { requestAs } from '../requests.ts';
import { screens } from '../screens.ts';
import { address } from '../settings.ts';
import { startUnreliableNetwork, type UnreliableNetwork } from '../unreliable-network.ts';
import { openWithPuppeteer } from './puppeteer-browser.ts';
import type { RealBrowser, Size, Target } from './real-browser.ts';
import { openWebKit } from './webkit-browser.ts';

const photo = readFileSync(new URL('../fixtures/cardboard.jpg', import.meta.url), 'base64');

function openBrowser(name: string, size: Size): Promise<RealBrowser> {
  const { chromium, firefox, webkit } = realBrowsers;
  if (name === 'chromium') return openWithPuppeteer('chrome', chromium.files.browser, size);
  if (name === 'firefox') return openWithPuppeteer('firefox', firefox.files.browser, size);
  return openWebKit(webkit.files, size);
}

const commentField = 'input[aria-label="Viết bình luận"]';

let network: UnreliableNetwork;
let browser: RealBrowser;
test.beforeAll(async () => {
  expect(installedBrowsers).not.toEqual([]);
  network = await startUnreliableNetwork(address);
});
test.afterAll(() => network.close());
test.afterEach(() => browser.close());

const click = (target: Target) => expect.poll(() => browser.click(target)).toBe(true);
const type = (target: Target, text: string) =>
  expect.poll(() => browser.type(target, text)).toBe(true);
const expectText = (text: string) =>
  expect.poll(() => browser.evaluate(() => document.body.textContent)).toContain(text);

for (const role of roles) {
  test(`the demo ${role} logs in, reads, likes, writes and scans offline, reloads and sends`, async ({
    request,
  }) => {
    const isOnPhone = role === 'Student' || role === 'Parent';
    browser = await openBrowser(test.info().project.name, isOnPhone ? phone : desktop);
    const username = demoUsernames[role];
    await browser.open(`${network.address}/login`);
    await type({ css: 'input[autocomplete=username]' }, username);
    await type({ css: 'input[type=password]' }, demoPassword);
    await click({ css: 'button[type=submit]' });
    await expectText('hào'); // 'Chào …' on a phone, 'Xin chào, …' on a desktop
    await readEveryScreen(role);

    // Admins have no feed.
    const path = role === 'Admin' ? '/posts/9' : '/';
    await navigateTo(path);
    await like();
    await openFromServiceWorker();
    await downloadClassifier();
    await navigateTo(path);
    const postId = await findCommentedPost();
    await expect.poll(() => browser.evaluate(countUnsent)).toBe(0);

    network.condition = 'down';
    const comment = `${role} in ${test.info().project.name}`;
    await type({ css: commentField }, comment);
    await click({ css: 'button[type=submit]', text: 'Gửi bình luận' });
    await expectText(comment);
    await expect.poll(() => browser.evaluate(countUnsent)).toBe(1);
    await scanOnDevice();
    await browser.open(network.address + path);
    if (role !== 'Admin') await expectText(comment);
    expect(await browser.evaluate(countUnsent)).toBe(1);

    network.condition = 'up';
    await browser.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => browser.evaluate(countUnsent)).toBe(0);
    expect(await countComments(request, username, postId, comment)).toBe(1);
  });
}

/** Opens every screen of a role as a link does. */
async function readEveryScreen(role: Role): Promise<void> {
  for (const screen of screens.filter((other) => other.roles.includes(role))) {
    await navigateTo(screen.path);
  }
}

async function navigateTo(path: string): Promise<void> {
  const hasHeading = () => browser.evaluate(() => document.querySelector('main h1') !== null);
  await expect.poll(hasHeading).toBe(true);
  await browser.evaluate((to) => {
    if (location.pathname === to) return;
    document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  const readHeading = () =>
    browser.evaluate(() => document.querySelector('main h1:not([data-left])')?.textContent ?? '');
  await expect.poll(readHeading, { message: path }).toMatch(/./);
  expect(await readHeading(), path).not.toContain('Có lỗi xảy ra');
}

async function like(): Promise<void> {
  const button = 'button[data-kind=like]';
  const isLiked = () =>
    browser.evaluate((css) => document.querySelector(css)?.getAttribute('aria-pressed'), button);
  await expect.poll(isLiked).toMatch(/true|false/);
  const before = await isLiked();
  await click({ css: button });
  await expect.poll(isLiked).not.toBe(before);
}

/** Reloads the page once the service worker has stored the app. */
async function openFromServiceWorker(): Promise<void> {
  await browser.evaluate(async () => void (await navigator.serviceWorker.ready));
  await browser.open(await browser.evaluate(() => location.href));
  const isControlled = () => browser.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled).toBe(true);
}

/** The id of the post with the first field for a comment. */
async function findCommentedPost(): Promise<number> {
  const findPath = () =>
    browser.evaluate((css) => {
      const card = document.querySelector(css)?.closest('article');
      return card?.querySelector('a[href^="/posts/"]')?.getAttribute('href') ?? location.pathname;
    }, commentField);
  await expect.poll(findPath).toMatch(/^\/posts\/\d+$/);
  return Number((await findPath()).split('/')[2]);
}

async function countComments(
  request: APIRequestContext,
  username: string,
  postId: number,
  comment: string,
): Promise<number> {
  const response = await requestAs(request, username, 'GET', `/api/posts/${postId}`);
  const { comments }: Post = await response.json();
  return comments.filter(({ text }) => text === comment).length;
}

async function openScanner(): Promise<void> {
  await navigateTo('/scan-app/scan');
  const hasField = () =>
    browser.evaluate(() => document.querySelector('main input[type=file]') !== null);
  await expect.poll(hasField).toBe(true);
}

/** The scanner stores the model and the runtime on the device. */
async function downloadClassifier(): Promise<void> {
  await openScanner();
  const countFiles = () =>
    browser.evaluate(async () => (await (await caches.open('scanner')).keys()).length);
  await expect.poll(countFiles).toBe(2);
}

async function scanOnDevice(): Promise<void> {
  await openScanner();
  await browser.evaluate((content) => {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], 'bia.jpg', { type: 'image/jpeg' }));
    const field = document.querySelector<HTMLInputElement>('main input[type=file]');
    if (field) field.files = files.files;
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  }, photo);
  await expectText('máy của em tự trả lời');
  await expectText('Bìa các tông');
}
