import { messages } from '@lop-xanh/contract/messages';
import { type Role, roles } from '@lop-xanh/contract/rules/roles';

interface Screen {
  path: string;
  who: Role[];
  /** What somebody else is told who comes here. */
  refusal?: string;
}

const everyone = [...roles];

/** Every screen behind the login, and who may see it. */
export const screens: Screen[] = [
  { path: '/', who: ['Mod', 'Teacher', 'Student', 'Parent'] },
  { path: '/lessons', who: everyone },
  { path: '/lessons/3/week/1', who: everyone },
  { path: '/classes', who: everyone },
  { path: '/activities', who: ['Teacher', 'Mod'], refusal: messages.activities.teachersOnly },
  { path: '/scan-app/scan', who: everyone },
  { path: '/help', who: everyone },
  { path: '/training', who: everyone },
  { path: '/settings', who: everyone },
  { path: '/posts/6', who: everyone },
  { path: '/notifications', who: everyone },
  { path: '/profile', who: everyone },
  { path: '/admin', who: ['Admin'] },
  { path: '/admin/accounts', who: ['Admin', 'Mod'] },
  { path: '/admin/lessons', who: ['Admin'] },
  { path: '/admin/audit', who: ['Admin'] },
  { path: '/admin/student-history', who: ['Admin', 'Mod'] },
  { path: '/admin/teacher-history', who: ['Admin', 'Mod'] },
];
