import { messages } from '@lop-xanh/contract/messages';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';

interface Screen {
  path: string;
  roles: Role[];
  /** What other roles see; by default the general message. */
  deniedMessage?: string;
}

const everyone = [...roles];

/** Every screen behind the login, and the roles that can open it. */
export const screens: Screen[] = [
  { path: '/', roles: ['Mod', 'Teacher', 'Student', 'Parent'] },
  { path: '/lessons', roles: everyone },
  { path: '/lessons/3/week/1', roles: everyone },
  { path: '/classes', roles: everyone },
  {
    path: '/activities',
    roles: ['Teacher', 'Mod'],
    deniedMessage: messages.activities.teachersOnly,
  },
  { path: '/classes/5/report', roles: ['Teacher', 'Mod', 'Admin'] },
  { path: '/cards', roles: ['Teacher', 'Mod', 'Admin'] },
  { path: '/scan-app/scan', roles: everyone },
  { path: '/teach', roles: ['Student', 'Teacher', 'Mod', 'Admin'] },
  { path: '/help', roles: everyone },
  { path: '/training', roles: everyone },
  { path: '/settings', roles: everyone },
  { path: '/posts/9', roles: everyone },
  { path: '/memories', roles: ['Student', 'Parent'] },
  { path: '/notifications', roles: everyone },
  { path: '/profile', roles: everyone },
  { path: '/admin', roles: ['Admin'] },
  { path: '/admin/overview', roles: ['Admin', 'Mod'] },
  { path: '/admin/accounts', roles: ['Admin', 'Mod'] },
  { path: '/admin/lessons', roles: ['Admin'] },
  { path: '/admin/lessons/new', roles: ['Admin'] },
  { path: '/admin/lessons/3/edit', roles: ['Admin'] },
  { path: '/admin/audit', roles: ['Admin', 'Mod'] },
  { path: '/admin/people/20', roles: ['Admin', 'Mod'] },
  { path: '/admin/student-history', roles: ['Admin', 'Mod'] },
  { path: '/admin/teacher-history', roles: ['Admin', 'Mod'] },
  { path: '/admin/attendance', roles: ['Admin', 'Mod'] },
  { path: '/admin/reports', roles: ['Admin', 'Mod'] },
  { path: '/admin/school-year', roles: ['Admin', 'Mod'] },
  { path: '/admin/import', roles: ['Admin', 'Mod'] },
  { path: '/admin/moderation', roles: ['Mod'] },
  { path: '/admin/privacy', roles: ['Admin', 'Mod'] },
];
