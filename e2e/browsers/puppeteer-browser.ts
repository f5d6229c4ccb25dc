import { type Browser, type ElementHandle, launch, type SupportedBrowser } from 'puppeteer-core';
import { chromium } from '../settings.ts';
import { findTarget, type RealBrowser, type Size, type Target } from './real-browser.ts';

/** Chromium, or Firefox, which Puppeteer drives by WebDriver BiDi. */
export async function openWithPuppeteer(
  browser: SupportedBrowser,
  executablePath: string,
  size: Size,
): Promise<RealBrowser> {
  const running: Browser = await launch({
    browser,
    executablePath,
    args: browser === 'chrome' ? chromium.args : [],
    defaultViewport: size,
  });
  const page = await running.newPage();
  const find = async (target: Target) =>
    (await page.evaluateHandle(findTarget, target)).asElement() as ElementHandle | null;
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (work, ...args) => page.evaluate(work as never, ...args) as never,
    click: async (target) => {
      const element = await find(target);
      await element?.click();
      return element !== null;
    },
    type: async (target, text) => {
      const element = await find(target);
      await element?.type(text);
      return element !== null;
    },
    close: () => running.close(),
  };
}
