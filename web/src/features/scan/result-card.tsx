import { t } from '@lingui/core/macro';
import type { ScanResult, WasteGroup } from '@lop-xanh/contract/scan';
import {
  IconAlertTriangle,
  IconApple,
  IconDeviceMobile,
  IconRecycle,
  IconTrash,
} from '@tabler/icons-react';
import { getTextLanguage } from '../../language/text-language.ts';
import classes from './result-card.module.css';
import { translateResult } from './translate-result.ts';

/** Each bin has an icon, because colour alone is not accessible. */
const binIcons: Record<WasteGroup, typeof IconTrash> = {
  recyclable: IconRecycle,
  food: IconApple,
  hazardous: IconAlertTriangle,
  other: IconTrash,
};

interface Props {
  result: ScanResult;
  isFromDevice: boolean;
}

export function ResultCard({ result: received, isFromDevice }: Props) {
  const result = translateResult(received);
  const BinIcon = binIcons[result.group];
  return (
    <article className={classes.card} data-group={result.group} aria-label={t`Kết quả`}>
      <div className={classes.bin}>
        <BinIcon size={32} aria-hidden />
        <span>{result.groupName}</span>
      </div>
      <div className={classes.text}>
        <h2 lang={getTextLanguage(result.name)}>{result.name}</h2>
        <p className={classes.advice} lang={getTextLanguage(result.advice)}>
          {result.advice}
        </p>
        <h3>{t`Máy đoán`}</h3>
        <ul>
          {result.predictions.map(({ label, name, confidence }) => (
            <li key={label} data-best={label === result.label || undefined}>
              <span>{name}</span>
              <span>{formatPercent(confidence)}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: formatPercent(confidence) }} />
              </span>
            </li>
          ))}
        </ul>
        {isFromDevice && <DeviceNotice />}
      </div>
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

function formatPercent(confidence: number): string {
  return `${Math.round(confidence * 100)}%`;
}
