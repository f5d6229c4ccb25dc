export { useOnNotification } from './use-unread.ts';
