import { IconCloudUp } from '@tabler/icons-react';
import classes from './not-sent.module.css';

/** What was done here and waits for the server. */
export function NotSent() {
  return (
    <span className={classes.mark}>
      <IconCloudUp size={18} aria-hidden />
      Chưa gửi
    </span>
  );
}
