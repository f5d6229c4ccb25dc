import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { canRetry, type Shot } from './photo-queue.ts';
import classes from './shot-list.module.css';

interface Props {
  shots: readonly Shot[];
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
  /** Takes back a photo that waits. */
  onWithdraw: (shot: Shot) => void;
}

/** The photos that were just taken, the latest first, and what became of each. */
export function ShotList({ shots, onRetry, onRemove, onWithdraw }: Props) {
  const failed = shots.filter(({ state }) => state === 'failed');
  const others = shots.filter(({ state }) => state !== 'failed').toReversed();
  return (
    <>
      {others.length > 0 && (
        <ul className={classes.strip} aria-label={t`Ảnh vừa chụp`}>
          {others.map((shot) => (
            <li key={shot.key} className={classes.shot} data-state={shot.state}>
              {shot.image && <img src={shot.image} alt="" />}
              <span className={classes.mark} role="img" aria-label={getStateName(shot.state)}>
                <StateIcon state={shot.state} />
              </span>
              {shot.state === 'pending' && (
                <ActionIcon
                  variant="transparent"
                  className={classes.withdraw ?? ''}
                  aria-label={t`Bỏ ảnh đã gửi`}
                  onClick={() => onWithdraw(shot)}
                >
                  <IconX size={20} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {failed.map((shot) => (
        <div key={shot.key} className={classes.failed} role="alert">
          {shot.image ? <img src={shot.image} alt="" /> : <IconAlertTriangle aria-hidden />}
          <p>{describeFailure(shot)}</p>
          {canRetry(shot) && (
            <Button size="compact-md" variant="white" onClick={() => onRetry(shot.key)}>
              {t`Gửi lại`}
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="clay"
            aria-label={t`Bỏ ảnh`}
            onClick={() => onRemove(shot.key)}
          >
            <IconX size={20} />
          </ActionIcon>
        </div>
      ))}
    </>
  );
}

function describeFailure({ error, image }: Shot): string {
  if (image === undefined) return t`Không đọc được ảnh này`;
  return describeError(error, t`Chưa gửi được ảnh`);
}

function getStateName(state: Shot['state']): string {
  switch (state) {
    case 'sending':
      return t`Đang gửi`;
    case 'taught':
      return t`Đã dạy`;
    case 'pending':
      return t`Chờ thầy cô xem`;
    case 'failed':
      return t`Chưa gửi được`;
  }
}

function StateIcon({ state }: { state: Shot['state'] }) {
  if (state === 'sending') return <Loader size={16} color="#ffffff" />;
  return state === 'pending' ? <IconClock size={18} /> : <IconCheck size={18} />;
}
