import type { Role } from '@lop-xanh/contract/rules/roles';
import { readDeviceStorage } from './device-storage.ts';
import { createGate } from './gate.ts';
import { demoUsernames, desktop, openAs, phone } from './login.ts';
import { expectReflow } from './reflow.ts';
import { screens } from './screens.ts';
import { expect, type Page, test } from './test.ts';

const maxShift = 0.02;

/** Adds up how much each page moves by itself (Cumulative Layout Shift). */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let total = 0;
    const watch = (list: PerformanceObserverEntryList) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        total += value;
      }
      document.documentElement.dataset.shift = String(total);
    };
    new PerformanceObserver(watch).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // A shift is reported after its frame.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return Number(document.documentElement.dataset.shift ?? 0);
    });
}

const walks: { role: Role; viewport: { width: number; height: number } }[] = [
  { role: 'Student', viewport: phone },
  { role: 'Teacher', viewport: phone },
  { role: 'Parent', viewport: phone },
  { role: 'Mod', viewport: desktop },
  { role: 'Mod', viewport: phone },
  { role: 'Admin', viewport: desktop },
];

for (const { role, viewport } of walks) {
  const isPhone = viewport === phone;
  const claim = isPhone ? 'moves while it loads, or is cut or covered' : 'moves while it loads';
  test(`no page of a ${role} ${claim} at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const measureShift = await watchShifts(page);
    await openAs(page, demoUsernames[role]);
    const paths = screens.filter(({ roles }) => roles.includes(role)).map(({ path }) => path);
    const modes = role === 'Teacher' ? ['/classes?view=roll'] : [];
    for (const path of [...paths, ...modes]) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
      await expect(page.locator('main [role=status]:has(i)')).toHaveCount(0);
      expect(await measureShift(), path).toBeLessThan(maxShift);
      if (isPhone) await expectReflow(page, path);
    }
  });
}

test('the page of a person does not move when its neighbours arrive', async ({ page }) => {
  await page.setViewportSize(phone);
  const measureShift = await watchShifts(page);
  let show = () => {};
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route('**/api/admin/users/ids?*', async (route) => {
    await shown;
    await route.continue();
  });
  await openAs(page, 'mod', '/admin/people/20');
  await expect(page.getByRole('region', { name: 'Nhật ký' })).toBeVisible();
  show();
  await expect(page.getByRole('navigation', { name: 'Người trước và người sau' })).toBeVisible();
  expect(await measureShift()).toBeLessThan(maxShift);
});

test('a page that fills the screen does not move when its code arrives late', async ({ page }) => {
  await page.setViewportSize(phone);
  const measureShift = await watchShifts(page);
  const gate = createGate();
  await page.route(/\/scan-page\./, async (route) => {
    await gate.opened;
    await route.continue();
  });
  await openAs(page, 'student', '/scan-app/scan');
  await expect(page.getByText('Đang tải trang')).toBeAttached();
  expect(await measureShift()).toBeLessThan(maxShift);
  gate.open();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
  expect(await measureShift()).toBeLessThan(maxShift);
});

for (const viewport of [phone, desktop]) {
  test(`a page of ${viewport.width} px that says how old it is does not move`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const measureShift = await watchShifts(page);
    await openAs(page, 'student', '/lessons');
    await expect.poll(() => readDeviceStorage(page)).toContain('lessons');
    const gate = createGate();
    await page.route(/\/api\/lessons\?/, async (route) => {
      await gate.opened;
      await route.continue();
    });
    await page.reload();
    const age = page.getByText(/^Cập nhật /);
    await expect(age).toBeVisible();
    gate.open();
    await expect(age).toHaveCount(0);
    expect(await measureShift()).toBeLessThan(maxShift);
  });
}

test('no page of a visitor moves while it loads', async ({ page }) => {
  await page.setViewportSize(phone);
  const measureShift = await watchShifts(page);
  for (const path of ['/login', '/card#unknown']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await measureShift(), path).toBeLessThan(maxShift);
  }
});
