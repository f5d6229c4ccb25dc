import { t } from '@lingui/core/macro';
import type { ModerationItem } from '@lop-xanh/contract/moderation';
import { IconAlertTriangle, IconCheck, IconHistory } from '@tabler/icons-react';
import { ConsentWarning } from '../consent/public.ts';
import classes from './item-facts.module.css';
import { describeFinding } from './item-labels.ts';

/** What the Mod should know before deciding: what the checks found, and the author's record. */
export function ItemFacts({ item }: { item: ModerationItem }) {
  const { comment, kind, post, photoConsent } = item;
  const findings = comment ? (comment.held_for ?? []) : item.findings;
  const missing = photoConsent?.students ?? [];
  const isEveryoneAllowed = photoConsent && missing.length === 0 && post.class_id !== null;
  return (
    <div className={classes.item}>
      {photoConsent && missing.length > 0 && (
        <ConsentWarning title={describePhotoConsent(photoConsent, post)} students={missing} />
      )}
      <ul className={classes.facts}>
        {isEveryoneAllowed && (
          <li data-fine>
            <IconCheck size={20} aria-hidden />
            {t`Cả lớp đã có đồng ý đăng ảnh`}
          </li>
        )}
        {findings.map((finding) => (
          <li key={finding} data-finding>
            <IconAlertTriangle size={20} aria-hidden />
            {describeFinding(finding)}
          </li>
        ))}
        {findings.length === 0 && kind !== 'held' && (
          <li data-fine>
            <IconCheck size={20} aria-hidden />
            {t`Không có số điện thoại, liên kết hay từ cần giữ`}
          </li>
        )}
        <li>
          <IconHistory size={20} aria-hidden />
          {describeRecord(item)}
        </li>
      </ul>
    </div>
  );
}

function describePhotoConsent(
  { students, confirmed }: NonNullable<ModerationItem['photoConsent']>,
  { attachments }: ModerationItem['post'],
): string {
  const count = students.length;
  if (!confirmed) return t`${count} em chưa có đồng ý đăng ảnh · giáo viên chưa xác nhận`;
  return attachments.some(({ blurredFaces }) => blurredFaces > 0)
    ? t`${count} em chưa có đồng ý đăng ảnh · giáo viên đã làm mờ`
    : t`${count} em chưa có đồng ý đăng ảnh · giáo viên xác nhận không nhận ra em nào`;
}

function describeRecord({ comment, authorRecord: { approved, rejected } }: ModerationItem): string {
  if (approved + rejected === 0) {
    return comment ? t`Chưa có bình luận nào bị giữ hay báo cáo` : t`Bài đầu tiên của người viết`;
  }
  return comment
    ? t`Bình luận trước: ${approved} đã duyệt, ${rejected} bị ẩn`
    : t`Bài trước: ${approved} đã duyệt, ${rejected} bị từ chối`;
}
