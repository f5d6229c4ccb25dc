import { t } from '@lingui/core/macro';
import { getTextLanguage } from '../../language/text-language.ts';
import '@mantine/core/styles/Progress.layer.css';
import { Button, FileButton, Progress } from '@mantine/core';
import { IconCamera, IconCameraRotate, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import type Webcam from 'react-webcam';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { cacheModel } from '../../lib/device-models.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Camera } from './camera.tsx';
import { describeCameraError, type ErrorText } from './camera-error.ts';
import { photoToDataUrl } from './photo-to-data-url.ts';
import { DeviceNotice, ResultCard } from './result-card.tsx';
import { classifyPhoto } from './scan.api.ts';
import classes from './scan.module.css';
import { useCameras } from './use-cameras.ts';

export function ScanPage() {
  const camera = useRef<Webcam>(null);
  const resetFileButton = useRef<() => void>(null);
  const cameras = useCameras();
  const [photo, setPhoto] = useState<string>();
  const [cameraError, setCameraError] = useState<ErrorText>();
  const scan = useMutation({
    mutationFn: async (source: string | File) => {
      const image = typeof source === 'string' ? source : await photoToDataUrl(source);
      setPhoto(image);
      return classifyPhoto(image);
    },
    onMutate: cameras.markStopped,
    // Offline, the device classifies the photo itself instead of waiting for the network.
    networkMode: 'always',
  });
  useEffect(() => {
    cacheModel('waste').catch(() => undefined);
  }, []);

  const takePhoto = () => {
    const screenshot = camera.current?.getScreenshot();
    if (screenshot) scan.mutate(screenshot);
  };
  const startOver = () => {
    if (cameraError) cameras.resetSelection();
    setPhoto(undefined);
    setCameraError(undefined);
    scan.reset();
  };
  const isLive = !photo && !cameraError && scan.isIdle;
  const hasCameraError = cameraError !== undefined && !photo;
  const { data } = scan;
  return (
    <>
      <PageHeader title={t`Quét rác`} />
      <div className={classes.page}>
        <div
          className={classes.stage}
          data-empty={hasCameraError || undefined}
          data-done={data !== undefined || undefined}
        >
          {isLive && (
            <Camera
              camera={camera}
              deviceId={cameras.selectedId}
              onReady={cameras.handleStream}
              onError={(error) => setCameraError(describeCameraError(error))}
            />
          )}
          {photo && <img className={classes.picture} src={photo} alt={t`Ảnh em vừa chụp`} />}
          {cameraError && !photo && (
            <div className={classes.cameraError} role="alert">
              <p lang={getTextLanguage(cameraError.title)}>{cameraError.title}</p>
              <p>{cameraError.text}</p>
            </div>
          )}
          {scan.isPending && (
            <div className={classes.pending} role="status">
              <p>{t`Đang xem ảnh…`}</p>
              <Progress value={100} animated aria-label={t`Đang xem ảnh`} />
            </div>
          )}
        </div>
        <div className={classes.side}>
          {scan.isIdle && !hasCameraError && (
            <p
              className={classes.hint}
            >{t`Đặt một món rác lên nền trơn, vừa trong khung rồi chụp.`}</p>
          )}
          <div aria-live="polite">
            {data?.result && <ResultCard result={data.result} isFromDevice={data.isFromDevice} />}
            {data && !data.result && (
              <ScanProblem
                title={messages.scan.unrecognized}
                text={t`Em đưa máy lại gần hơn, chỉ chụp một món trên nền trơn nhé.`}
              >
                {data.isFromDevice && <DeviceNotice />}
              </ScanProblem>
            )}
            {scan.error && (
              <ScanProblem
                title={describeError(scan.error, messages.scan.failed) || messages.scan.failed}
                text={t`Em thử chụp lại, hoặc chọn ảnh khác nhé.`}
              />
            )}
          </div>
          <div className={classes.controls}>
            {isLive && (
              <>
                <Button
                  size="lg"
                  className={classes.shoot}
                  lang={getTextLanguage(messages.scan.shoot)}
                  disabled={!cameras.isReady}
                  onClick={takePhoto}
                  leftSection={<IconCamera size={24} aria-hidden />}
                >
                  {messages.scan.shoot}
                </Button>
                <Button
                  variant="default"
                  disabled={cameras.count < 2}
                  onClick={cameras.switchCamera}
                  leftSection={<IconCameraRotate size={22} aria-hidden />}
                >
                  {t`Đổi máy ảnh`}
                </Button>
              </>
            )}
            {(scan.isSuccess || scan.isError || cameraError) && (
              <Button
                size="lg"
                className={classes.shoot}
                onClick={startOver}
                leftSection={<IconRefresh size={24} aria-hidden />}
              >
                {hasCameraError ? t`Thử lại` : t`Quét lại`}
              </Button>
            )}
            <FileButton
              accept="image/*"
              resetRef={resetFileButton}
              onChange={(file) => {
                if (file) scan.mutate(file);
                // Lets the same file be picked again.
                resetFileButton.current?.();
              }}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  disabled={scan.isPending}
                  leftSection={<IconPhoto size={22} aria-hidden />}
                >
                  {t`Chọn ảnh`}
                </Button>
              )}
            </FileButton>
          </div>
        </div>
      </div>
    </>
  );
}

function ScanProblem({ title, text, children }: PropsWithChildren<ErrorText>) {
  return (
    <div className={classes.problem}>
      <p lang={getTextLanguage(title)}>{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
