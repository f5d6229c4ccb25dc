import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useId } from 'react';
import { InstallSteps } from './install.tsx';
import { readDeviceState } from './push-device.ts';
import classes from './push-question.module.css';
import { useEnablePush } from './use-enable-push.ts';

export function PushQuestion({ onEnd }: { onEnd: () => void }) {
  const titleId = useId();
  const enable = useEnablePush({ onAnswer: onEnd });
  const needsInstallation = readDeviceState() === 'needs-installation';
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <IconBellRinging className={classes.icon} size={32} aria-hidden />
      <div className={classes.text}>
        <p id={titleId} className={classes.title}>{t`Bạn có muốn nhận thông báo của lớp không?`}</p>
        {needsInstallation ? (
          <InstallSteps />
        ) : (
          <p>{t`Máy này sẽ báo khi có tin mới, kể cả lúc Lớp Xanh đang đóng. Ban đêm thì không báo.`}</p>
        )}
      </div>
      <div className={classes.buttons}>
        {!needsInstallation && (
          <Button loading={enable.isPending} onClick={() => enable.mutate()}>
            {t`Bật thông báo`}
          </Button>
        )}
        <Button variant="default" onClick={onEnd}>
          {needsInstallation ? t`Đã hiểu` : t`Để sau`}
        </Button>
      </div>
    </section>
  );
}
