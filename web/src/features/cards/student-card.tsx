import { t } from '@lingui/core/macro';
import type { IssuedPassword } from '@lop-xanh/contract/accounts';
import type { CardState } from '@lop-xanh/contract/cards';
import { formatDate } from '@lop-xanh/contract/rules/dates';
import { useState } from 'react';
import { IssuedPasswordsDialog } from '../accounts/public.ts';
import { CardActions } from './card-actions.tsx';
import { CardStatus } from './card-status.tsx';
import { IssuedCardsDialog } from './issued-cards-dialog.tsx';
import type { IssuedSheets } from './print-cards-dialog.tsx';
import classes from './student-card.module.css';

interface Props {
  card: CardState;
  schoolClass: { id: number; name: string };
  schoolName: string;
}

/** The state of one student's card, with its actions. */
export function StudentCard({ card, schoolClass, schoolName }: Props) {
  const [issued, setIssued] = useState<IssuedSheets>();
  const [passwords, setPasswords] = useState<IssuedPassword[]>();
  const day = card.issuedAt && formatDate(card.issuedAt);
  return (
    <div className={classes.card}>
      <p className={classes.state}>
        <CardStatus card={card} />
        {day && <span>{t`In ngày ${day}`}</span>}
      </p>
      <CardActions
        schoolClass={schoolClass}
        card={card}
        onIssued={setIssued}
        onPassword={setPasswords}
      />
      {issued && <IssuedCardsDialog {...issued} onClose={() => setIssued(undefined)} />}
      {passwords && (
        <IssuedPasswordsDialog
          accounts={passwords}
          schoolName={schoolName}
          onClose={() => setPasswords(undefined)}
        />
      )}
    </div>
  );
}
