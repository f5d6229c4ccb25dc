import { limits } from '@lop-xanh/contract/rules/limits';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { isStudentSide } from '../lib/audience.ts';
import { toast } from '../ui/toast.ts';
import { isMobile } from '../ui/use-is-mobile.ts';

const callings: Record<Role, string> = {
  Admin: 'Quản trị viên',
  Mod: 'Người kiểm duyệt',
  Teacher: 'Giáo viên',
  Student: 'Học sinh',
  Parent: 'Phụ huynh',
};

export function adviseDevice(role: Role): void {
  toast({
    id: 'device-advice',
    kind: 'info',
    message: deviceAdvice(role, isMobile()),
    durationMs: limits.deviceAdviceToastMs,
  });
}

function deviceAdvice(role: Role, isOnMobile: boolean): string {
  const isPhoneAdvised = isStudentSide(role);
  const advised = isPhoneAdvised ? 'điện thoại' : 'máy tính';
  return isPhoneAdvised === isOnMobile
    ? `Bạn đang dùng ${advised}: rất phù hợp cho ${callings[role].toLocaleLowerCase('vi')}.`
    : `${callings[role]} nên dùng ${advised} để có trải nghiệm tốt nhất.`;
}
