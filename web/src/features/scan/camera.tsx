import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type RefObject, useState } from 'react';
import Webcam from 'react-webcam';
import classes from './scan.module.css';

interface Props {
  camera: RefObject<Webcam | null>;
  /** Defaults to the rear camera, if there is one. */
  deviceId: string | undefined;
  onReady: (stream: MediaStream) => void;
  onError: (error: string | Error) => void;
}

/** The live camera image. Unmounting stops the camera. */
export function Camera({ camera, deviceId, onReady, onError }: Props) {
  const [isLive, setIsLive] = useState(false);
  const source = deviceId
    ? { deviceId: { exact: deviceId } }
    : { facingMode: { ideal: 'environment' } };
  return (
    <>
      <Webcam
        ref={camera}
        className={classes.picture}
        audio={false}
        mirrored={false}
        imageSmoothing
        screenshotFormat="image/jpeg"
        screenshotQuality={limits.screenshotQuality}
        forceScreenshotSourceSize
        videoConstraints={{
          width: { ideal: limits.cameraWidthPx },
          height: { ideal: limits.cameraHeightPx },
          ...source,
        }}
        onUserMedia={(stream) => {
          setIsLive(true);
          onReady(stream);
        }}
        onUserMediaError={onError}
        aria-label={t`Hình từ máy ảnh`}
      />
      {isLive ? (
        <div className={classes.frame} aria-hidden />
      ) : (
        <p className={classes.opening}>{t`Đang mở máy ảnh…`}</p>
      )}
    </>
  );
}
