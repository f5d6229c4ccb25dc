import { t } from '@lingui/core/macro';
import type { Session } from '@lop-xanh/contract/factors';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { describeError } from '../../lib/api-errors.ts';
import { toast } from '../../ui/toast.ts';
import classes from './second-factors.module.css';

interface Props {
  sessions: readonly Session[];
  /** Ends the session with this id. */
  end: UseMutationResult<unknown, Error, number>;
}

/** Devices on which somebody is logged in, each with a button that ends the session. */
export function SessionList({ sessions, end }: Props) {
  return (
    <ul className={classes.list} aria-label={t`Các máy đang đăng nhập`}>
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} end={end} />
      ))}
    </ul>
  );
}

const isPhone = (device: string) => /Android|iPhone|iPad/.test(device);

interface ItemProps extends Pick<Props, 'end'> {
  session: Session;
}

function SessionItem({ session: { id, device, usedAt, isCurrent }, end }: ItemProps) {
  const name = device || t`Máy không rõ`;
  const Icon = isPhone(device) ? IconDeviceMobile : IconDeviceDesktop;
  const used = formatRelativeTime(usedAt);
  const submit = () =>
    end.mutate(id, {
      onError: (error) =>
        toast({
          kind: 'error',
          message: describeError(error, t`Không thể đăng xuất máy này`),
          id: 'end-session',
        }),
    });
  return (
    <li className={classes.factor}>
      <Icon size={22} aria-hidden />
      <span className={classes.name}>
        <strong>{name}</strong>
        <span className={classes.soft}>{isCurrent ? t`Máy này` : t`Dùng lần cuối ${used}`}</span>
      </span>
      {!isCurrent && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t`Đăng xuất ${name}`}
          loading={end.isPending && end.variables === id}
          onClick={submit}
        >
          {t`Đăng xuất`}
        </Button>
      )}
    </li>
  );
}
