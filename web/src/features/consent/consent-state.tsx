import { t } from '@lingui/core/macro';
import type { ConsentState, StudentConsent } from '@lop-xanh/contract/consent';
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { useUser } from '../../lib/current-user.ts';
import classes from './consent-state.module.css';
import { describeChild, describeGuardian, describeRecord, getStateLabel } from './consent-text.ts';

/** Whether photos may be shown, in two words. */
export function ConsentBadge({ state }: { state: ConsentState }) {
  return (
    <span className={classes.badge} data-given={state.isGiven || undefined}>
      {getStateLabel(state)}
    </span>
  );
}

/** What each side has answered, when and how. */
export function ConsentSides({ consent }: { consent: StudentConsent }) {
  const { role } = useUser();
  const { guardian, child, needsChild, records } = consent;
  const [guardianRecord, childRecord] = (['guardian', 'child'] as const).map((side) =>
    records.find((record) => record.side === side),
  );
  const isWaiting = !consent.isGiven && (guardian === 'given' || child === 'given');
  const waitingText = t`Đến khi đủ cả hai: coi như chưa đồng ý`;
  return (
    <ul className={classes.sides}>
      <Side
        decision={guardian}
        title={describeGuardian(guardian, guardianRecord)}
        text={guardianRecord ? describeRecord(guardianRecord) : isWaiting && waitingText}
      />
      <Side
        decision={child}
        isNeeded={needsChild}
        title={describeChild(child, needsChild, role)}
        text={childRecord ? describeRecord(childRecord) : isWaiting && needsChild && waitingText}
      />
    </ul>
  );
}

interface SideProps {
  decision: ConsentState['guardian'];
  isNeeded?: boolean;
  title: string;
  text: string | false;
}

const icons = { given: IconCircleCheck, refused: IconCircleX, none: IconClock };

function Side({ decision, isNeeded = true, title, text }: SideProps) {
  const state = decision ?? 'none';
  const Icon = icons[state];
  return (
    <li className={classes.side} data-state={isNeeded ? state : undefined}>
      <Icon size={22} aria-hidden />
      <div>
        <p className={classes.title}>{title}</p>
        {text && <p className={classes.text}>{text}</p>}
      </div>
    </li>
  );
}
