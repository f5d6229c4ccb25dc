import { t } from '@lingui/core/macro';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { activateAndReload, watchForNewVersion } from '../../lib/service-worker.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import classes from './new-version.module.css';

/** Offers a new version of the app. The user decides when to reload; drafts survive it. */
export function NewVersion() {
  const [worker, setWorker] = useState<ServiceWorker | null>(null);
  useEffect(() => watchForNewVersion(setWorker), []);
  return (
    <div role="status">
      {worker && (
        <p className={classes.bar}>
          <IconSparkles size={20} aria-hidden />
          <span className={classes.text}>{t`Có phiên bản mới của Lớp Xanh.`}</span>
          <PlainButton onClick={() => activateAndReload(worker)}>{t`Cập nhật`}</PlainButton>
        </p>
      )}
    </div>
  );
}
