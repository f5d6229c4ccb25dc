import { t } from '@lingui/core/macro';
import type { ModerationItem } from '@lop-xanh/contract/moderation';
import { IconAlertTriangle, IconCheck, IconHistory } from '@tabler/icons-react';
import classes from './item-facts.module.css';
import { describeFinding } from './item-labels.ts';

/** What the Mod should know before deciding: what the checks found, and the author's record. */
export function ItemFacts({ item }: { item: ModerationItem }) {
  const { comment, kind } = item;
  const findings = comment ? (comment.held_for ?? []) : item.findings;
  return (
    <ul className={classes.facts}>
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
  );
}

function describeRecord({ comment, authorRecord: { approved, rejected } }: ModerationItem): string {
  if (approved + rejected === 0) {
    return comment ? t`Chưa có bình luận nào bị giữ hay báo cáo` : t`Bài đầu tiên của người viết`;
  }
  return comment
    ? t`Bình luận trước: ${approved} đã duyệt, ${rejected} bị ẩn`
    : t`Bài trước: ${approved} đã duyệt, ${rejected} bị từ chối`;
}
