import { t } from '@lingui/core/macro';
import type { WasteAnswer } from '@lop-xanh/contract/scan';
import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SproutFriend } from '../../ui/pictures.tsx';
import classes from './guess-buttons.module.css';
import { getWasteLanguage, translateAnswer } from './translate-answer.ts';
import { WasteDrawing } from './waste-drawing.tsx';

interface Props {
  /** Why the child is asked. */
  reason: string;
  guesses: readonly WasteAnswer[];
  allAnswers: readonly WasteAnswer[];
  onChoose: (answer: WasteAnswer) => void;
}

/** The child may know better than the classifier: the best guesses first, and everything else behind a button. */
export function GuessButtons({ reason, guesses, allAnswers, onChoose }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (showsAll) list.current?.querySelector('button')?.focus();
  }, [showsAll]);
  return (
    <div className={classes.guesses}>
      <div className={classes.question}>
        <SproutFriend />
        <p>
          {reason}
          <strong>{t`Em thấy giống cái nào?`}</strong>
        </p>
      </div>
      <ul ref={list} className={classes.list}>
        {(showsAll ? allAnswers : guesses).map((answer) => {
          const { label, name } = translateAnswer(answer);
          return (
            <li key={label}>
              <button type="button" className={classes.guess} onClick={() => onChoose(answer)}>
                <WasteDrawing label={label} />
                <span lang={getWasteLanguage(name)}>{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {!showsAll && (
        <Button
          variant="default"
          fullWidth
          className={classes.more ?? ''}
          leftSection={<IconDots size={24} aria-hidden />}
          onClick={() => setShowsAll(true)}
        >
          {t`Khác`}
        </Button>
      )}
    </div>
  );
}
