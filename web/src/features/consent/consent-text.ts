import { t } from '@lingui/core/macro';
import type {
  ConsentDecision,
  ConsentRecord,
  ConsentSide,
  ConsentState,
} from '@lop-xanh/contract/consent';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import type { Role } from '@lop-xanh/contract/rules/roles';

export function getSideLabel(side: ConsentSide): string {
  return side === 'guardian' ? t`Phụ huynh` : t`Học sinh`;
}

export function getDecisionLabel(decision: ConsentDecision | null): string {
  if (decision === null) return t`Chưa trả lời`;
  return decision === 'given' ? t`Đồng ý` : t`Không đồng ý`;
}

export function getStateLabel({ isGiven }: ConsentState): string {
  return isGiven ? t`Được đăng ảnh` : t`Chưa được đăng ảnh`;
}

export function describeGuardian(decision: ConsentDecision | null, record?: ConsentRecord): string {
  const name = record?.guardian_name;
  switch (decision) {
    case 'given':
      return name ? t`${name} đồng ý` : t`Phụ huynh đồng ý`;
    case 'refused':
      return name ? t`${name} không đồng ý` : t`Phụ huynh không đồng ý`;
    case null:
      return t`Phụ huynh chưa trả lời`;
  }
}

/** A parent says 'con' where the school and the child say 'em'. */
export function describeChild(
  decision: ConsentDecision | null,
  needsChild: boolean,
  role: Role,
): string {
  const isParent = role === 'Parent';
  switch (decision) {
    case 'given':
      return isParent ? t`Con đồng ý` : t`Em đồng ý`;
    case 'refused':
      return isParent ? t`Con không đồng ý` : t`Em không đồng ý`;
    case null:
      if (!needsChild) {
        return isParent ? t`Con chưa đủ 7 tuổi, chưa cần hỏi` : t`Em chưa đủ 7 tuổi, chưa cần hỏi`;
      }
      return isParent ? t`Con chưa trả lời` : t`Em chưa trả lời`;
  }
}

/** When and how: '10/09/2026 · phiếu giấy, Đặng Thùy Chi ghi'. */
export function describeRecord({ decided_on, evidence, recorded_by }: ConsentRecord): string {
  const day = formatDay(decided_on);
  switch (evidence) {
    case 'paper':
      return t`${day} · phiếu giấy, ${recorded_by} ghi`;
    case 'import':
      return t`${day} · từ danh sách, ${recorded_by} nhập`;
    case 'app':
      return t`${day} · trả lời trên ứng dụng`;
  }
}
