import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { DataRequest, RequestKind, RequestStatus } from '@lop-xanh/contract/privacy';
import { getRoleName } from '../../language/role-names.ts';

const kindLabels = {
  copy: msg`Bản sao dữ liệu`,
  correction: msg`Sửa dữ liệu`,
  erasure: msg`Xóa dữ liệu`,
  withdrawal: msg`Rút lại sự đồng ý`,
};

const kindExplanations = {
  copy: msg`Một tệp có mọi dữ liệu được lưu trong ứng dụng, kèm ảnh.`,
  correction: msg`Hãy ghi rõ điều gì sai và điều đúng là gì.`,
  erasure: msg`Tài khoản, tên và lời viết được xóa vĩnh viễn, không lấy lại được.`,
  withdrawal: msg`Ví dụ: không cho đăng ảnh nữa.`,
};

const statusLabels = {
  open: msg`Chờ trả lời`,
  accepted: msg`Đang thực hiện`,
  refused: msg`Không chấp nhận`,
  done: msg`Đã hoàn tất`,
};

export function getKindLabel(kind: RequestKind): string {
  return i18n._(kindLabels[kind]);
}

export function explainKind(kind: RequestKind): string {
  return i18n._(kindExplanations[kind]);
}

export function getStatusLabel(status: RequestStatus): string {
  return i18n._(statusLabels[status]);
}

/** Whose data it is about, such as 'Nguyễn Văn An · Học sinh · Lớp 3A'. */
export function describeSubject({ full_name, role, class_name: name }: DataRequest['subject']) {
  return [full_name, getRoleName(role), name === null ? null : t`Lớp ${name}`]
    .filter(Boolean)
    .join(' · ');
}
