import { join } from 'node:path';
import { postCard } from '../feed.ts';
import { countUnsent } from '../outbox.ts';
import { expect } from '../test.ts';
import { startTestServer } from '../test-server.ts';
import { actor, addActor, runCommand, type SchoolLife, travel } from './school-life.ts';

/**
 * The server stops for a new version and starts on the same data, while a child writes a comment. A restart of the same
 * build stands for the upgrade: `npm run package-test` installs the version before and upgrades it.
 */
export async function upgrade(life: SchoolLife): Promise<void> {
  await travel(life, '2026-03-02 18:00');
  const student = await actor(life, 'student').open('/');
  const post = postCard(student, 'Ngày khai trường');
  await expect(post).toBeVisible();
  await student.evaluate(() => navigator.serviceWorker.ready);
  await life.server.stop();
  await post.getByLabel('Viết bình luận').fill('Viết lúc máy chủ nghỉ');
  await student.keyboard.press('Enter');
  await expect(post).toContainText('Viết lúc máy chủ nghỉ');
  await expect.poll(() => student.evaluate(countUnsent)).toBe(1);
  await life.server.start();
  await student.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => student.evaluate(countUnsent)).toBe(0);
  const teacher = await actor(life, 'hoa').open('/');
  await expect(postCard(teacher, 'Ngày khai trường').first()).toContainText(
    'Viết lúc máy chủ nghỉ',
  );
}

/** The machine dies in June; its backup goes on elsewhere, at another address where everybody logs in again. */
export async function moveToAnotherMachine(life: SchoolLife): Promise<void> {
  await travel(life, '2026-06-15 22:00');
  const backup = join(life.server.dataDir, '..', 'backup');
  await runCommand(life, life.server.dataDir, 'backup', backup);
  const dead = life.server;
  await dead.stop();
  life.clock.set('2026-06-16 09:00');
  life.server = await startTestServer({ ...life.clock.environment, DEMO: '0' }, (dataDir) =>
    runCommand(life, dataDir, 'restore', backup),
  );
  await dead.remove();
  for (const [name, { page, options }] of Object.entries(life.people)) {
    await page.context().close();
    await addActor(life, name, options);
  }
}
