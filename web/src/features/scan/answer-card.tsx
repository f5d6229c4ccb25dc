import { t } from '@lingui/core/macro';
import type { WasteGroup } from '@lop-xanh/contract/scan';
import {
  IconAlertTriangle,
  IconApple,
  IconDeviceMobile,
  IconHandFinger,
  IconRecycle,
  IconSchool,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { celebrate } from '../../ui/celebrate.ts';
import classes from './answer-card.module.css';
import bins from './bin-colours.module.css';
import { BinDrawing } from './bin-drawing.tsx';
import { getWasteLanguage, type ShownAnswer, translateAnswer } from './translate-answer.ts';

/** Each bin has an icon, because colour alone is not accessible. */
const binIcons: Record<WasteGroup, typeof IconTrash> = {
  recyclable: IconRecycle,
  food: IconApple,
  hazardous: IconAlertTriangle,
  other: IconTrash,
};

interface Props {
  answer: ShownAnswer;
  /** Whether the child chose it. */
  isChosen: boolean;
  isFromDevice: boolean;
  children: ReactNode;
}

/** What the thing is and which bin it belongs to. */
export function AnswerCard({ answer, isChosen, isFromDevice, children }: Props) {
  const { label, name, group, groupName, binName, advice } = translateAnswer(answer);
  const BinIcon = binIcons[group];
  const heading = useRef<HTMLHeadingElement>(null);
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void celebrate();
    // The button that led here is gone.
    const isFocusLost = document.activeElement === document.body;
    if (isFocusLost) heading.current?.focus({ preventScroll: true });
    // It may have stood far below, in the list of all kinds.
    if (isChosen) verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <article
      className={`${classes.card} ${bins.colours}`}
      data-colour={answer.bin?.colour}
      aria-label={t`Kết quả`}
    >
      <div ref={verdict} className={classes.verdict}>
        <BinDrawing label={label} />
        <div>
          {isChosen && (
            <p className={classes.chosen}>
              <IconHandFinger size={20} aria-hidden />
              {t`Em chọn`}
            </p>
          )}
          <h2 ref={heading} tabIndex={-1} lang={getWasteLanguage(name)}>
            {name}
          </h2>
          <p className={classes.group} lang={getWasteLanguage(groupName)}>
            <BinIcon size={28} aria-hidden />
            {groupName}
          </p>
          {binName && <p lang={getWasteLanguage(binName)}>{binName}</p>}
        </div>
      </div>
      <p className={classes.advice} lang={getWasteLanguage(advice)}>
        {advice}
      </p>
      {isChosen && (
        <p className={classes.thanks}>{t`Cảm ơn em, nhờ em mà rác được bỏ đúng chỗ!`}</p>
      )}
      {answer.taught && (
        <p className={classes.taught}>
          <IconSchool size={20} aria-hidden />
          {t`Máy quét của trường em đã học món này.`}
        </p>
      )}
      {isFromDevice && <DeviceNotice />}
      {children}
    </article>
  );
}

/** Says that the result came from the device's own, smaller classifier. */
export function DeviceNotice() {
  return (
    <p className={classes.device}>
      <IconDeviceMobile size={20} aria-hidden />
      {t`Không có mạng: máy của em tự trả lời, có thể kém chính xác hơn.`}
    </p>
  );
}
