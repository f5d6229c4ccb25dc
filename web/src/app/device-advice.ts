import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { isStaff, type Role } from '@lop-xanh/contract/rules/roles';
import { getRoleName } from '../language/role-names.ts';
import { toast } from '../ui/toast.ts';
import { isMobile } from '../ui/use-is-mobile.ts';

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
  const device = isPhoneRecommended ? t`điện thoại` : t`máy tính`;
  const roleName = getRoleName(role);
  const lowerRoleName = roleName.toLocaleLowerCase('vi');
  return isPhoneRecommended === isOnMobile
    ? t`Bạn đang dùng ${device}: rất phù hợp cho ${lowerRoleName}.`
    : t`${roleName} nên dùng ${device} để có trải nghiệm tốt nhất.`;
}
