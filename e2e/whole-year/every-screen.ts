import type { Role } from '@lop-xanh/contract/rules/roles';
import { navigateTo } from '../login.ts';
import { screens } from '../screens.ts';
import { expect } from '../test.ts';
import { actor, type Child, call, type SchoolLife, travel } from './school-life.ts';

const walkers: Record<Role, string> = {
  Admin: 'admin',
  Mod: 'mod',
  Teacher: 'hoa',
  Student: 'student',
  Parent: 'parent',
};

/** Everybody opens all screens of their role, with the class, lesson, post and child of the year. */
export async function openEveryScreen(life: SchoolLife): Promise<void> {
  await travel(life, '2026-05-20 15:00');
  const { posts } = await call(life, 'co.hoa', 'GET', '/api/posts');
  const { lessons } = await call(life, 'co.hoa', 'GET', '/api/lessons?grade_id=3');
  const { classes } = await call(life, 'co.hoa', 'GET', '/api/classes');
  const [minh] = life.children as [Child];
  const fill = (path: string) =>
    path
      .replace(/^\/posts\/\d+/, `/posts/${posts.at(-1).id}`)
      .replace(/lessons\/\d+/, `lessons/${lessons[0].id}`)
      .replace(/^\/classes\/\d+/, `/classes/${classes[0].id}`)
      .replace(/people\/\d+/, `people/${minh.id}`);
  for (const [role, name] of Object.entries(walkers) as [Role, string][]) {
    const { page, main, open } = actor(life, name);
    await open(role === 'Admin' ? '/admin' : '/');
    const own = screens.filter(({ roles }) => roles.includes(role));
    expect(own.length).toBeGreaterThan(10);
    for (const { path } of own) {
      if (role === 'Admin' && path === '/') continue;
      await navigateTo(page, fill(path));
      await expect(page).toHaveURL(fill(path));
      await expect(main.getByRole('status').filter({ hasText: /^Đang tải/ })).toHaveCount(0);
      await expect(main.getByText(/^Không (thể tải|tải được)/)).toHaveCount(0);
    }
  }
}
