import { t } from '@lingui/core/macro';
import type { Role } from '@lop-xanh/contract/rules/roles';
import {
  IconBackpack,
  IconCalendarRepeat,
  IconClipboardCheck,
  IconFingerprint,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconQrcode,
  IconReportAnalytics,
  IconScan,
  IconShieldCheck,
  IconSparkles,
  IconTableImport,
} from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import { commonMenu, getMenu } from './menu.ts';
import type { MenuItem } from './menu-items.ts';

const moderation = { to: paths.moderation, icon: IconShieldCheck, getLabel: () => t`Bàn duyệt` };

/** Pages for the school's office, which the specification does not list. */
const officeMenu: readonly MenuItem[] = [
  { to: paths.schoolOverview, icon: IconLayoutDashboard, getLabel: () => t`Tổng quan` },
  moderation,
  { to: paths.attendanceOverview, icon: IconClipboardCheck, getLabel: () => t`Điểm danh` },
  { to: paths.reports, icon: IconReportAnalytics, getLabel: () => t`Báo cáo` },
  { to: paths.schoolYear, icon: IconCalendarRepeat, getLabel: () => t`Năm học` },
  { to: paths.studentImport, icon: IconTableImport, getLabel: () => t`Nhập danh sách học sinh` },
  { to: paths.cards, icon: IconQrcode, getLabel: () => t`Thẻ đăng nhập` },
  { to: paths.studentHistory, icon: IconHistory, getLabel: () => t`Student History` },
  { to: paths.teacherHistory, icon: IconHistory, getLabel: () => t`Teacher History` },
  { to: paths.privacy, icon: IconFingerprint, getLabel: () => t`Dữ liệu cá nhân` },
  { to: paths.audit, icon: IconListDetails, getLabel: () => t`Nhật ký` },
  { to: paths.teach, icon: IconSparkles, getLabel: () => t`Dạy máy quét` },
];

export function getOfficeMenu(role: Role): readonly MenuItem[] {
  if (role === 'Mod') return officeMenu;
  return role === 'Admin' ? officeMenu.filter((item) => item !== moderation) : [];
}

const scan = { to: paths.scan, icon: IconScan, getLabel: () => t`Quét rác` };
const modPages: readonly MenuItem[] = [
  ...commonMenu,
  { to: paths.activities, icon: IconBackpack, getLabel: () => t`Activities` },
  scan,
];
/** The feed is not for Admins. */
const adminPages: readonly MenuItem[] = [...commonMenu.filter(({ to }) => to !== paths.home), scan];

/** The other pages of the office, which the specified menu of a page leaves out. */
export function listOtherPages(role: Role, path: string): readonly MenuItem[] {
  const specified = getMenu(role, path);
  return (role === 'Mod' ? modPages : adminPages).filter((item) => !specified.includes(item));
}
