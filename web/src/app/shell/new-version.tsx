import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { takeOverNow, watchForNewVersion } from '../../lib/service-worker.ts';
import classes from './notice-bar.module.css';

/** Offers a new version of the app; the reader decides when, and what is written stays as a draft. */
export function NewVersion() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => watchForNewVersion(setWaiting), []);
  return (
    <div role="status">
      {waiting && (
        <p className={classes.bar} data-kind="news">
          <IconSparkles size={20} aria-hidden />
          <span className={classes.words}>Có phiên bản mới của Lớp Xanh.</span>
          <Button size="compact-md" onClick={() => takeOverNow(waiting)}>
            Cập nhật
          </Button>
        </p>
      )}
    </div>
  );
}
