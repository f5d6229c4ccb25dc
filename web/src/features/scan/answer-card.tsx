import type { ScanResult, WasteGroup } from '@lop-xanh/contract/scan';
import {
  IconAlertTriangle,
  IconApple,
  IconDeviceMobile,
  IconRecycle,
  IconTrash,
} from '@tabler/icons-react';
import classes from './answer-card.module.css';

/** Colour alone would not tell everybody which bin it is. */
const bins: Record<WasteGroup, typeof IconTrash> = {
  recyclable: IconRecycle,
  food: IconApple,
  hazardous: IconAlertTriangle,
  other: IconTrash,
};

interface Props {
  result: ScanResult;
  isFromDevice: boolean;
}

export function AnswerCard({ result, isFromDevice }: Props) {
  const Bin = bins[result.group];
  return (
    <article className={classes.card} data-group={result.group} aria-label="Kết quả">
      <div className={classes.bin}>
        <Bin size={32} aria-hidden />
        <span>{result.groupName}</span>
      </div>
      <div className={classes.words}>
        <h2>{result.name}</h2>
        <p className={classes.advice}>{result.advice}</p>
        <h3>Máy đoán</h3>
        <ul>
          {result.predictions.map(({ label, name, confidence }) => (
            <li key={label} data-best={label === result.label || undefined}>
              <span>{name}</span>
              <span>{percent(confidence)}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: percent(confidence) }} />
              </span>
            </li>
          ))}
        </ul>
        {isFromDevice && <DeviceAnswered />}
      </div>
    </article>
  );
}

/** Says that the answer came from the device's own, smaller classifier. */
export function DeviceAnswered() {
  return (
    <p className={classes.device}>
      <IconDeviceMobile size={20} aria-hidden />
      Không có mạng: máy của em tự trả lời, có thể kém chính xác hơn.
    </p>
  );
}

function percent(confidence: number): string {
  return `${Math.round(confidence * 100)}%`;
}
