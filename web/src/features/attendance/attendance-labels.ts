import { t } from '@lingui/core/macro';
import type { AttendanceRecord, AttendanceStatus } from '@lop-xanh/contract/attendance';

export function getAttendanceLabel(status: AttendanceStatus): string {
  return status === 'present' ? t`Có mặt` : t`Vắng`;
}

/** 'Vắng có phép', 'Vắng không phép', 'Vắng' if that is not known, or 'Có mặt'. */
export function getRecordLabel({
  status,
  isExcused = false,
}: Pick<AttendanceRecord, 'status'> & { isExcused?: boolean | null | undefined }): string {
  if (status === 'present' || isExcused === null) return getAttendanceLabel(status);
  return isExcused ? t`Vắng có phép` : t`Vắng không phép`;
}

/** An absence is 'không phép' only once it is saved: until then nobody may have asked yet. */
export function getMarkLabel(status: AttendanceStatus, isExcused: boolean): string {
  return isExcused ? getRecordLabel({ status, isExcused }) : getAttendanceLabel(status);
}

/** 'Vắng có phép (Sốt)' */
export function describeMark({ note, ...record }: Mark): string {
  const label = getRecordLabel(record);
  return note ? `${label} (${note})` : label;
}

type Mark = Pick<AttendanceRecord, 'status' | 'note'> & {
  isExcused?: boolean | null | undefined;
};
