import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

interface Count {
  kind: string;
  label: string;
  count: number;
}

type Labels = Record<string, MessageDescriptor>;

const removedLabels: Labels = {
  account: msg`Tài khoản: tên, mã, liên hệ, mật khẩu`,
  names: msg`Họ tên trong sổ điểm danh`,
  notes: msg`Ghi chú điểm danh`,
  corrections: msg`Lý do và ghi chú cũ khi sửa điểm danh`,
  leave: msg`Lý do trong đơn xin nghỉ`,
  comments: msg`Lời bình luận`,
  reports: msg`Lý do báo cáo bình luận`,
  consents: msg`Tên người giám hộ trong phiếu đồng ý`,
  departures: msg`Nơi chuyển đến`,
  notifications: msg`Thông báo`,
  audit: msg`Tên và chi tiết trong nhật ký`,
  requests: msg`Nội dung các yêu cầu về dữ liệu`,
  sessions: msg`Phiên đăng nhập`,
  mentions: msg`Lời của người khác đã che tên`,
  photos: msg`Ảnh và video`,
  reads: msg`Bài viết đã xem`,
};

const keptLabels: Labels = {
  attendance: msg`Lượt điểm danh`,
  comments: msg`Chỗ của bình luận`,
  likes: msg`Lượt thích`,
  posts: msg`Bài viết`,
  memberships: msg`Thời gian ở các lớp`,
  consents: msg`Câu trả lời về ảnh`,
};

const reasons: Labels = {
  attendance: msg`Để sĩ số các tuần của lớp vẫn đúng.`,
  comments: msg`Để các câu trả lời còn đúng chỗ.`,
  likes: msg`Để số lượt thích vẫn đúng.`,
  posts: msg`Là của cả lớp; tên người viết không còn.`,
  memberships: msg`Để sĩ số của lớp qua các năm vẫn đúng.`,
  consents: msg`Để chứng minh nhà trường đã hỏi; không còn tên ai.`,
};

export function listRemoved(counts: Record<string, number>): Count[] {
  return listCounts(removedLabels, counts);
}

/** With why each kind stays. */
export function listKept(counts: Record<string, number>): (Count & { reason: string })[] {
  return listCounts(keptLabels, counts).map((count) => ({
    ...count,
    reason: translate(reasons, count.kind),
  }));
}

/** The kinds of which there is something, in the order of their labels. */
function listCounts(labels: Labels, counts: Record<string, number>): Count[] {
  const kinds = new Set([...Object.keys(labels), ...Object.keys(counts)]);
  return [...kinds]
    .map((kind) => ({ kind, label: translate(labels, kind), count: counts[kind] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** A newer server may count a kind that this version has no text for. */
function translate(texts: Labels, kind: string): string {
  const text = texts[kind];
  return text ? i18n._(text) : kind;
}
