import { limits } from '@lop-xanh/contract/rules/limits';
import { isStaff, type Role } from '@lop-xanh/contract/rules/roles';
import { toast } from '../ui/toast.ts';
import { isMobile } from '../ui/use-is-mobile.ts';

const roleNames: Record<Role, string> = {
  Admin: 'Quản trị viên',
  Mod: 'Người kiểm duyệt',
  Teacher: 'Giáo viên',
  Student: 'Học sinh',
  Parent: 'Phụ huynh',
};

export function showDeviceAdvice(role: Role): void {
  toast({
    id: 'device-advice',
    kind: 'info',
    message: formatAdvice(role, isMobile()),
    durationMs: limits.deviceAdviceToastMs,
  });
}

function formatAdvice(role: Role, isOnMobile: boolean): string {
  const isPhoneRecommended = !isStaff(role);
  const device = isPhoneRecommended ? 'điện thoại' : 'máy tính';
  return isPhoneRecommended === isOnMobile
    ? `Bạn đang dùng ${device}: rất phù hợp cho ${roleNames[role].toLocaleLowerCase('vi')}.`
    : `${roleNames[role]} nên dùng ${device} để có trải nghiệm tốt nhất.`;
}
