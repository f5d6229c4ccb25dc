import type { Role } from '@lop-xanh/contract/rules/roles';

export const demoPassword = 'demo1234';

export interface DemoAccount {
  username: string;
  role: Role;
  last_name: string;
  first_name: string;
}

/** The Admin and the accounts of the first demo school, offered on the login page. */
export const demoAccounts = {
  admin: { username: 'admin', role: 'Admin', last_name: 'Trần Quản', first_name: 'Trị' },
  mod: { username: 'mod', role: 'Mod', last_name: 'Lê Anh', first_name: 'Tuấn' },
  teacher: { username: 'teacher', role: 'Teacher', last_name: 'Nguyễn Thị', first_name: 'Hoa' },
  student: { username: 'student', role: 'Student', last_name: 'Phạm Nhật', first_name: 'Minh' },
  parent: { username: 'parent', role: 'Parent', last_name: 'Phạm Văn', first_name: 'Long' },
} satisfies Record<string, DemoAccount>;

/** The accounts of the second demo school, which users of the first must never see. */
export const secondSchoolAccounts = {
  mod: { username: 'mod2', role: 'Mod', last_name: 'Đỗ Thị', first_name: 'Hạnh' },
  teacher: { username: 'teacher2', role: 'Teacher', last_name: 'Vũ Quang', first_name: 'Huy' },
  student: { username: 'student2', role: 'Student', last_name: 'Hoàng Ngọc', first_name: 'Hà' },
  /** Also has a child in the first school. */
  parent: { username: 'parent2', role: 'Parent', last_name: 'Hoàng Văn', first_name: 'Dũng' },
} satisfies Record<string, DemoAccount>;
