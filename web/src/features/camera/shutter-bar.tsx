import { t } from '@lingui/core/macro';
import { IconCamera, IconCameraRotate, IconPhoto } from '@tabler/icons-react';
import { getTextLanguage } from '../../language/text-language.ts';
import classes from './shutter-bar.module.css';

interface Props {
  shootLabel: string;
  isReady: boolean;
  canSwitch: boolean;
  onShoot: () => void;
  onSwitch: () => void;
  onPick: () => void;
}

/** The round shutter between two smaller buttons. */
export function ShutterBar({ shootLabel, isReady, canSwitch, onShoot, onSwitch, onPick }: Props) {
  return (
    <div className={classes.bar}>
      <button type="button" className={classes.button} onClick={onPick}>
        <span className={classes.disc}>
          <IconPhoto size={26} aria-hidden />
        </span>
        {t`Chọn ảnh`}
      </button>
      <button
        type="button"
        className={classes.button}
        lang={getTextLanguage(shootLabel)}
        disabled={!isReady}
        onClick={onShoot}
      >
        <span className={classes.shutter}>
          <IconCamera size={36} aria-hidden />
        </span>
        {shootLabel}
      </button>
      <button type="button" className={classes.button} disabled={!canSwitch} onClick={onSwitch}>
        <span className={classes.disc}>
          <IconCameraRotate size={26} aria-hidden />
        </span>
        {t`Đổi máy ảnh`}
      </button>
    </div>
  );
}
