import { t } from '@lingui/core/macro';
import type { PushSettings } from '@lop-xanh/contract/push';
import type { PushKind } from '@lop-xanh/contract/rules/push-kinds';
import { Checkbox, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useOptimistic } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { InstallButton, InstallSteps } from './install.tsx';
import { pushQuery, useDisablePush, useMuteKinds } from './push.api.ts';
import classes from './push-card.module.css';
import { readDeviceState } from './push-device.ts';
import { useEnablePush } from './use-enable-push.ts';

/** Turns push messages on or off: on this device, and by kind for all devices of the user. */
export function PushCard() {
  return (
    <Card title={t`Thông báo trên máy`}>
      <Loaded
        query={useQuery(pushQuery)}
        skeleton={<Skeleton lines={4} />}
        failedMessage={t`Không tải được cài đặt thông báo`}
      >
        {(settings) => (
          <Stack>
            <Device isSubscribed={settings.isSubscribed} />
            <Kinds settings={settings} />
            <p
              className={classes.note}
            >{t`Không báo từ 21:00 đến 06:00. Tin báo không có tên người và không có nội dung.`}</p>
            <InstallButton />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function Device({ isSubscribed }: { isSubscribed: boolean }) {
  const enable = useEnablePush();
  const disable = useDisablePush();
  switch (readDeviceState()) {
    case 'needs-installation':
      return <InstallSteps />;
    case 'unsupported':
      return <p>{t`Trình duyệt này không nhận được thông báo.`}</p>;
    case 'blocked':
      return (
        <p>{t`Trình duyệt đang chặn thông báo của Lớp Xanh. Hãy cho phép trong cài đặt của trình duyệt, rồi tải lại trang.`}</p>
      );
    case 'ready':
      return (
        <Switch
          label={t`Nhận thông báo trên máy này`}
          checked={isSubscribed}
          disabled={enable.isPending || disable.isPending}
          onChange={({ currentTarget }) => (currentTarget.checked ? enable : disable).mutate()}
        />
      );
  }
}

function Kinds({ settings: { kinds, mutedKinds } }: { settings: PushSettings }) {
  const mute = useMuteKinds();
  const [shownMuted, showMuted] = useOptimistic(mutedKinds);
  const choose = (kind: PushKind, isWanted: boolean) => {
    const others = shownMuted.filter((muted) => muted !== kind);
    const chosen = isWanted ? others : [...others, kind];
    startTransition(async () => {
      showMuted(chosen);
      try {
        await mute.mutateAsync(chosen);
      } catch (error) {
        toast({ kind: 'error', message: describeError(error, t`Chưa lưu được cài đặt thông báo`) });
      }
    });
  };
  return (
    <fieldset className={classes.kinds}>
      <legend className={classes.legend}>{t`Báo cho bạn về`}</legend>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={describeKind(kind)}
          classNames={{ label: classes.kind }}
          checked={!shownMuted.includes(kind)}
          onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

function describeKind(kind: PushKind): string {
  switch (kind) {
    case 'posts':
      return t`Bài viết`;
    case 'comments':
      return t`Bình luận và lượt thích`;
    case 'attendance':
      return t`Điểm danh và xin nghỉ`;
    case 'approvals':
      return t`Việc chờ duyệt`;
    case 'account':
      return t`Lớp và tài khoản của bạn`;
  }
}
