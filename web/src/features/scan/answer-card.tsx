import { t } from '@lingui/core/macro';
import type { WasteAnswer, WasteGroup } from '@lop-xanh/contract/scan';
import {
  IconAlertTriangle,
  IconApple,
  IconDeviceMobile,
  IconRecycle,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { getTextLanguage } from '../../language/text-language.ts';
import { celebrate } from '../../ui/celebrate.ts';
import classes from './answer-card.module.css';
import { BinDrawing } from './bin-drawing.tsx';
import { translateAnswer } from './translate-answer.ts';

/** Each bin has an icon, because colour alone is not accessible. */
const binIcons: Record<WasteGroup, typeof IconTrash> = {
  recyclable: IconRecycle,
  food: IconApple,
  hazardous: IconAlertTriangle,
  other: IconTrash,
};

interface Props {
  answer: WasteAnswer;
  isFromDevice: boolean;
  children: ReactNode;
}

/** What the thing is and which bin it belongs to. */
export function AnswerCard({ answer, isFromDevice, children }: Props) {
  const { label, name, group, groupName, advice } = translateAnswer(answer);
  const BinIcon = binIcons[group];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void celebrate();
    // The button that led here is gone.
    const isFocusLost = document.activeElement === document.body;
    if (isFocusLost) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article className={classes.card} data-group={group} aria-label={t`Kết quả`}>
      <div className={classes.verdict}>
        <BinDrawing label={label} />
        <div>
          <h2 ref={heading} tabIndex={-1} lang={getTextLanguage(name)}>
            {name}
          </h2>
          <p className={classes.group} lang={getTextLanguage(groupName)}>
            <BinIcon size={28} aria-hidden />
            {groupName}
          </p>
        </div>
      </div>
      <p className={classes.advice} lang={getTextLanguage(advice)}>
        {advice}
      </p>
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
