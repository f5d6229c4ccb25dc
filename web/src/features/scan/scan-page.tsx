import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconCamera, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import type Webcam from 'react-webcam';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { cacheModel } from '../../lib/device-models.ts';
import { paths } from '../../lib/paths.ts';
import {
  CameraLayout,
  CameraStage,
  describeCameraError,
  type ErrorText,
  PhotoPicker,
  photoToDataUrl,
  ShutterBar,
  useCameras,
} from '../camera/public.ts';
import { TeachLink } from '../teaching/public.ts';
import { Outcome } from './outcome.tsx';
import { classifyPhoto, deviceHeadQuery, packQuery } from './scan.api.ts';
import classes from './scan.module.css';
import { ScanProblem } from './scan-problem.tsx';

export function ScanPage() {
  const client = useQueryClient();
  useQuery(packQuery);
  const camera = useRef<Webcam>(null);
  const cameras = useCameras();
  const [photo, setPhoto] = useState<string>();
  const [cameraError, setCameraError] = useState<ErrorText>();
  const scan = useMutation({
    mutationFn: async (source: string | File) => {
      const image = typeof source === 'string' ? source : await photoToDataUrl(source);
      setPhoto(image);
      return classifyPhoto(image, client);
    },
    onMutate: cameras.markStopped,
    // Offline, the device classifies the photo itself instead of waiting for the network.
    networkMode: 'always',
  });
  useEffect(() => {
    cacheModel('waste').catch(() => undefined);
    void client.prefetchQuery(deviceHeadQuery);
  }, [client]);

  const takePhoto = () => {
    const screenshot = camera.current?.getScreenshot();
    if (screenshot) scan.mutate(screenshot);
  };
  const failCamera = (error: string | Error) => setCameraError(describeCameraError(error));
  const startOver = () => {
    if (cameraError) cameras.resetSelection();
    setPhoto(undefined);
    setCameraError(undefined);
    scan.reset();
  };
  const isLive = !photo && !cameraError && scan.isIdle;
  const isAnswered = scan.isSuccess || scan.isError;

  const retryButton = (label: string) => (
    <Button onClick={startOver} leftSection={<IconRefresh size={24} aria-hidden />}>
      {label}
    </Button>
  );
  const renderStage = (pickPhoto: () => void) => (
    <CameraLayout
      title={t`Quét rác`}
      parent={paths.home}
      actions={<TeachLink />}
      state={isLive ? 'live' : scan.isPending ? 'busy' : 'sheet'}
      stage={
        <CameraStage
          camera={isLive && { ref: camera, cameras, onError: failCamera }}
          hint={t`Đặt một món rác lên nền trơn, vừa trong khung rồi chụp.`}
          photo={photo}
          cameraError={cameraError}
          isPending={scan.isPending}
        />
      }
    >
      <div aria-live="polite" className={classes.answer}>
        {scan.data && (
          <Outcome key={scan.submittedAt} outcome={scan.data}>
            <Buttons onPick={pickPhoto}>
              <Button onClick={startOver} leftSection={<IconCamera size={24} aria-hidden />}>
                {t`Chụp món khác`}
              </Button>
            </Buttons>
          </Outcome>
        )}
        {scan.error && (
          <>
            <ScanProblem
              title={describeError(scan.error, messages.scan.failed) || messages.scan.failed}
              text={t`Em thử chụp lại, hoặc chọn ảnh khác nhé.`}
            />
            <Buttons onPick={pickPhoto}>{retryButton(t`Quét lại`)}</Buttons>
          </>
        )}
      </div>
      {cameraError && !isAnswered && !scan.isPending && (
        <Buttons onPick={pickPhoto}>{retryButton(t`Thử lại`)}</Buttons>
      )}
      {isLive && (
        <ShutterBar
          shootLabel={messages.scan.shoot}
          isReady={cameras.isReady}
          canSwitch={cameras.count > 1}
          onShoot={takePhoto}
          onSwitch={cameras.switchCamera}
          onPick={pickPhoto}
        />
      )}
    </CameraLayout>
  );
  return <PhotoPicker onPick={([file]) => file && scan.mutate(file)}>{renderStage}</PhotoPicker>;
}

/** Its child tries again with the camera. */
function Buttons({ onPick, children }: PropsWithChildren<{ onPick: () => void }>) {
  return (
    <div className={classes.buttons}>
      {children}
      <Button variant="default" leftSection={<IconPhoto size={22} aria-hidden />} onClick={onPick}>
        {t`Chọn ảnh`}
      </Button>
    </div>
  );
}
