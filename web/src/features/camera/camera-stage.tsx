import { t } from '@lingui/core/macro';
import { Progress } from '@mantine/core';
import type { RefObject } from 'react';
import type Webcam from 'react-webcam';
import { getTextLanguage } from '../../language/text-language.ts';
import { Camera } from './camera.tsx';
import type { ErrorText } from './camera-error.ts';
import classes from './camera-stage.module.css';
import type { Cameras } from './use-cameras.ts';

interface Props {
  /** False while the camera is off. */
  camera:
    | { ref: RefObject<Webcam | null>; cameras: Cameras; onError: (error: string | Error) => void }
    | false;
  /** What to photograph. */
  hint: string;
  photo?: string | undefined;
  cameraError: ErrorText | undefined;
  isPending?: boolean;
}

/** The live camera, or the photo that was taken. */
export function CameraStage({ camera, hint, photo, cameraError, isPending = false }: Props) {
  const hasCameraError = cameraError !== undefined && !photo;
  return (
    <div className={classes.stage}>
      {camera && (
        <>
          <Camera
            camera={camera.ref}
            deviceId={camera.cameras.selectedId}
            onReady={camera.cameras.handleStream}
            onError={camera.onError}
          />
          <p className={classes.hint}>{hint}</p>
        </>
      )}
      {photo && <img className={classes.picture} src={photo} alt={t`Ảnh em vừa chụp`} />}
      {hasCameraError && (
        <div className={classes.cameraError} role="alert">
          <p lang={getTextLanguage(cameraError.title)}>{cameraError.title}</p>
          <p>{cameraError.text}</p>
        </div>
      )}
      {isPending && (
        <div className={classes.pending} role="status">
          <p>{t`Đang xem ảnh…`}</p>
          <Progress value={100} animated aria-label={t`Đang xem ảnh`} />
        </div>
      )}
    </div>
  );
}
