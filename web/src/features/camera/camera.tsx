import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type RefObject, useState } from 'react';
import Webcam from 'react-webcam';
import classes from './camera-stage.module.css';

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
        // Not as soon as there is a stream: a photo before its first picture would be black.
        onLoadedData={({ currentTarget }) => {
          setIsLive(true);
          onReady(currentTarget.srcObject as MediaStream);
        }}
        onUserMediaError={onError}
        aria-label={t`Hình từ máy ảnh`}
      />
      {isLive ? (
        <svg className={classes.frame} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <path d="M1 22V9q0-8 10-8h12M77 1h12q10 0 10 8v13M99 78v13q0 8-10 8H77M23 99H11Q1 99 1 91V78" />
        </svg>
      ) : (
        <p className={classes.opening}>{t`Đang mở máy ảnh…`}</p>
      )}
    </>
  );
}
