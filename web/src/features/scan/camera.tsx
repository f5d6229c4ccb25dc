import { limits } from '@lop-xanh/contract/rules/limits';
import { type RefObject, useState } from 'react';
import Webcam from 'react-webcam';
import classes from './scan.module.css';

interface Props {
  camera: RefObject<Webcam | null>;
  /** The chosen one; at first the rear camera, where there is one. */
  deviceId: string | undefined;
  onReady: (stream: MediaStream) => void;
  onFailure: (error: string | Error) => void;
}

/** The live picture. Leaving it stops the camera. */
export function Camera({ camera, deviceId, onReady, onFailure }: Props) {
  const [isLive, setLive] = useState(false);
  const from = deviceId
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
          width: { ideal: limits.cameraWidth },
          height: { ideal: limits.cameraHeight },
          ...from,
        }}
        onUserMedia={(stream) => {
          setLive(true);
          onReady(stream);
        }}
        onUserMediaError={onFailure}
        aria-label="Hình từ máy ảnh"
      />
      {isLive ? (
        <div className={classes.frame} aria-hidden />
      ) : (
        <p className={classes.opening}>Đang mở máy ảnh…</p>
      )}
    </>
  );
}
