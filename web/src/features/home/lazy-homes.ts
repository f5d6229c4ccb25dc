import type { Role } from '@lop-xanh/contract/rules/roles';
import { lazyComponent } from '../../lib/lazy-component.ts';

export const StudentHome = lazyComponent('student-home', async () => {
  return (await import('./student-home.tsx')).StudentHome;
});
export const ParentHome = lazyComponent('parent-home', async () => {
  return (await import('./parent-home.tsx')).ParentHome;
});
export const StaffHome = lazyComponent('staff-home', async () => {
  return (await import('./staff-home.tsx')).StaffHome;
});

export function preloadHome(role: Role): void {
  if (role === 'Student') StudentHome.preload();
  else if (role === 'Parent') ParentHome.preload();
  else StaffHome.preload();
}
