import type { Role } from '@lop-xanh/contract/rules/roles';
import { lazyComponent } from '../../lib/lazy-component.ts';

/** On a phone, nobody waits for it. */
export const Sidebar = lazyComponent('sidebar', async () => {
  return (await import('./sidebar.tsx')).Sidebar;
});
export const MenuDrawer = lazyComponent('menu-drawer', async () => {
  return (await import('./menu-drawer.tsx')).MenuDrawer;
});
export const OfficeEntries = lazyComponent('office-entries', async () => {
  return (await import('./office-entries.tsx')).OfficeEntries;
});

export const hasOffice = (role: Role) => role === 'Mod' || role === 'Admin';
