import { t } from '@lingui/core/macro';
import type { WasteAnswer } from '@lop-xanh/contract/scan';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import classes from './lookalike-question.module.css';
import { getWasteLanguage, translateAnswer } from './translate-answer.ts';
import { WasteDrawing } from './waste-drawing.tsx';

interface Props {
  lookalike: WasteAnswer;
  isDenied: boolean;
  onConfirm: () => void;
  onDeny: () => void;
}

/** Asks about something that looks alike but belongs into another bin, such as a battery among metal. */
export function LookalikeQuestion({ lookalike, isDenied, onConfirm, onDeny }: Props) {
  const id = useId();
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The pressed button is gone.
    const isFocusLost = document.activeElement === document.body;
    if (isDenied && isFocusLost) thanks.current?.focus({ preventScroll: true });
  }, [isDenied]);
  if (isDenied) {
    return (
      <p ref={thanks} tabIndex={-1} className={classes.thanks}>
        {t`Cảm ơn em đã nhìn kỹ giúp Mầm!`}
      </p>
    );
  }
  const { label, name } = translateAnswer(lookalike);
  const thing = lowerFirst(name);
  const question = t`Có phải ${thing} không?`;
  return (
    <div className={classes.question} role="group" aria-labelledby={id}>
      <WasteDrawing label={label} />
      <p id={id} lang={getWasteLanguage(question)}>
        {question}
      </p>
      <div className={classes.choices}>
        <Button variant="default" onClick={onConfirm}>{t`Phải`}</Button>
        <Button variant="default" onClick={onDeny}>{t`Không phải`}</Button>
      </div>
    </div>
  );
}

/** Names start with a capital; inside a sentence they do not. */
function lowerFirst(name: string): string {
  return name.charAt(0).toLocaleLowerCase('vi') + name.slice(1);
}
