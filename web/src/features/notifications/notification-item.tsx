import type { Notification } from '@lop-xanh/contract/notifications';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { paths, postPath } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import classes from './notification-item.module.css';

interface Props {
  notification: Notification;
  /** Where given, the item opens this instead of leading somewhere. */
  open?: (() => void) | undefined;
  onRead: () => void;
}

export function NotificationItem({ notification, open, onRead }: Props) {
  const body = <Body notification={notification} />;
  if (!open) {
    return (
      <Link to={targetOf(notification)} className={classes.item ?? ''} onClick={onRead}>
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
  const { message, type, refTitle, createdAt, read } = notification;
  return (
    <>
      <Faces senders={notification.sendersMeta} />
      <span className={classes.words}>
        <span className={classes.message} data-unread={!read || undefined}>
          {message}
        </span>
        {type === 'like_agg' && refTitle && <span className={classes.title}>“{refTitle}”</span>}
        <span className={classes.about}>
          {[
            notification.teacher_name,
            notification.class_name && `Lớp\u00a0${notification.class_name}`,
          ]
            .filter(Boolean)
            .map((name) => (
              <span key={name}>{name}</span>
            ))}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </span>
      </span>
      {!read && (
        <span className={classes.dot}>
          <VisuallyHidden>Chưa đọc</VisuallyHidden>
        </span>
      )}
    </>
  );
}

/** One face, or up to three that overlap. */
function Faces({ senders }: { senders: Notification['sendersMeta'] }) {
  const isAlone = senders.length === 1;
  return (
    <span className={classes.faces} data-count={senders.length}>
      {senders.map((person) => (
        <Avatar key={person.id} person={person} size={isAlone ? 44 : 32} />
      ))}
    </span>
  );
}

function targetOf({ refType, refId }: Notification): string {
  switch (refType) {
    case 'post':
      return postPath(refId);
    case 'class':
      return `${paths.classes}?class=${refId}`;
    case 'user':
      return paths.profile;
  }
}
