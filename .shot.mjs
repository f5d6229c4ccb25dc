import { chromium } from '@playwright/test';

const base = 'http://localhost:5170';
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const login = async (u) =>
  (
    await (
      await fetch(`${base}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: u, password: 'demo1234' }),
      })
    ).json()
  ).token;
const shots = process.argv.slice(2).map((a) => a.split('|'));
for (const [u, path, size, name] of shots) {
  const token = await login(u);
  const ctx = await browser.newContext({
    viewport: size === 'p' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await ctx.addInitScript((t) => localStorage.setItem('token', t), token);
  const page = await ctx.newPage();
  await page.goto(base + path);
  await page.waitForTimeout(3500);
  await page.screenshot({ path: `/tmp/i-${name}.png` });
  await ctx.close();
}
await browser.close();
