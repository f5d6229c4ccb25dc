import { t } from '@lingui/core/macro';
import type { Notification, NotificationType } from '@lop-xanh/contract/notifications';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { VisuallyHidden } from '@mantine/core';
import { useUser } from '../../lib/current-user.ts';
import { paths, postPath } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import classes from './notification-item.module.css';
import { describeNotification } from './notification-text.ts';

interface Props {
  notification: Notification;
  /** If given, the item calls this instead of following its link. */
  open?: (() => void) | undefined;
  onRead: () => void;
}

export function NotificationItem({ notification, open, onRead }: Props) {
  const { role } = useUser();
  const body = <Body notification={notification} />;
  if (!open) {
    return (
      <Link to={resolveTarget(notification, role)} className={classes.item ?? ''} onClick={onRead}>
        {body}
      </Link>
    );
  }
  const readAndOpen = () => {
    onRead();
    open();
  };
  return (
    <button type="button" className={classes.item} aria-haspopup="dialog" onClick={readAndOpen}>
      {body}
    </button>
  );
}

function Body({ notification }: { notification: Notification }) {
  const { type, refTitle, createdAt, read } = notification;
  const className = describeClass(notification);
  const message = describeNotification(notification);
  return (
    <>
      <SenderAvatars senders={notification.sendersMeta} />
      <span className={classes.text}>
        <span className={classes.message} data-unread={!read || undefined}>
          {message}
        </span>
        {type === 'like_agg' && refTitle && <span className={classes.title}>“{refTitle}”</span>}
        <span className={classes.about}>
          {className && <span>{className}</span>}
          <DateTime instant={createdAt} />
        </span>
      </span>
      {!read && (
        <span className={classes.dot}>
          <VisuallyHidden>{t`Chưa đọc`}</VisuallyHidden>
        </span>
      )}
    </>
  );
}

/** The message of a group names its classes. */
function describeClass({ teacher_name, class_name: name, class_names }: Notification): string {
  if (class_names.length > 1) return '';
  const label = name === null ? null : t`Lớp\u00a0${name}`;
  return [teacher_name, label].filter((part) => part !== null).join(' · ');
}

/** A Mod decides on them at the moderation desk, a teacher beside the post. */
const decidedAtDesk: ReadonlySet<NotificationType> = new Set(['comment_held', 'comment_reported']);

/** About a student's record, which is on the page of the class. */
const aboutAttendance: ReadonlySet<NotificationType> = new Set([
  'attendance_corrected',
  'child_absent',
]);

/** One avatar, or up to three that overlap. */
function SenderAvatars({ senders }: { senders: Notification['sendersMeta'] }) {
  const isSingle = senders.length === 1;
  return (
    <span className={classes.avatars} data-count={senders.length}>
      {senders.map((sender) => (
        <Avatar key={sender.id} user={sender} size={isSingle ? 44 : 30} />
      ))}
    </span>
  );
}

function resolveTarget({ type, refType, refId }: Notification, role: Role): string {
  if (decidedAtDesk.has(type) && role === 'Mod') return paths.moderation;
  if (type === 'request_filed') return paths.privacy;
  if (type === 'leave_note') return paths.classes;
  if (type === 'leave_decided') return `${paths.home}?child=${refId}`;
  if (aboutAttendance.has(type)) return `${paths.classes}?child=${refId}`;
  switch (refType) {
    case 'post':
      return postPath(refId);
    case 'class':
      return `${paths.classes}?class=${refId}`;
    case 'user':
      return paths.profile;
  }
}
