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
  const names = namesOf(notification);
  return (
    <>
      <Faces senders={notification.sendersMeta} />
      <span className={classes.words}>
        <span className={classes.message} data-unread={!read || undefined}>
          {message}
        </span>
        {type === 'like_agg' && refTitle && <span className={classes.title}>“{refTitle}”</span>}
        <span className={classes.about}>
          {names && <span>{names}</span>}
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

/** Whose class it is about, and which. */
function namesOf({ teacher_name, class_name }: Notification): string {
  const ofClass = class_name === null ? null : `Lớp\u00a0${class_name}`;
  return [teacher_name, ofClass].filter((name) => name !== null).join(' · ');
}

/** One face, or up to three that overlap. */
function Faces({ senders }: { senders: Notification['sendersMeta'] }) {
  const isAlone = senders.length === 1;
  return (
    <span className={classes.faces} data-count={senders.length}>
      {senders.map((person) => (
        <Avatar key={person.id} person={person} size={isAlone ? 44 : 30} />
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
