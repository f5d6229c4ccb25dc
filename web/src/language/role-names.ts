import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '@lop-xanh/contract/rules/roles';

const roleNames = {
  Admin: msg`Quản trị viên`,
  Mod: msg`Quản trị trường`,
  Teacher: msg`Giáo viên`,
  Student: msg`Học sinh`,
  Parent: msg`Phụ huynh`,
};

export function getRoleName(role: Role): string {
  return i18n._(roleNames[role]);
}
