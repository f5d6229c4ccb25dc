import '@mantine/core/styles/Progress.layer.css';
import { messages } from '@lop-xanh/contract/messages';
import { Button, FileButton, Progress } from '@mantine/core';
import { IconCamera, IconCameraRotate, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import type Webcam from 'react-webcam';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AnswerCard, DeviceAnswered } from './answer-card.tsx';
import { Camera } from './camera.tsx';
import { type CameraFailure, cameraFailure } from './camera-failure.ts';
import { keepOnDevice } from './device-files.ts';
import { pictureFrom } from './picked-picture.ts';
import { analyze } from './scan.api.ts';
import classes from './scan.module.css';
import { useCameras } from './use-cameras.ts';

export function ScanPage() {
  const camera = useRef<Webcam>(null);
  const forgetPicked = useRef<() => void>(null);
  const cameras = useCameras();
  const [picture, setPicture] = useState<string>();
  const [failure, setFailure] = useState<CameraFailure>();
  const scanning = useMutation({
    mutationFn: async (taken: string | File) => {
      const image = typeof taken === 'string' ? taken : await pictureFrom(taken);
      setPicture(image);
      return analyze(image);
    },
    onMutate: cameras.rest,
    // What the server cannot be asked now, this device answers now; nothing waits for a network.
    networkMode: 'always',
  });
  useEffect(() => {
    keepOnDevice().catch(() => undefined);
  }, []);

  const shoot = () => {
    const taken = camera.current?.getScreenshot();
    if (taken) scanning.mutate(taken);
  };
  const again = () => {
    if (failure) cameras.forget();
    setPicture(undefined);
    setFailure(undefined);
    scanning.reset();
  };
  const isLive = !picture && !failure && scanning.isIdle;
  const hasFailed = failure !== undefined && !picture;
  const { data } = scanning;
  return (
    <>
      <PageHeader title="Quét rác" />
      <div className={classes.page}>
        <div
          className={classes.stage}
          data-empty={hasFailed || undefined}
          data-answered={data !== undefined || undefined}
        >
          {isLive && (
            <Camera
              camera={camera}
              deviceId={cameras.chosen}
              onReady={cameras.look}
              onFailure={(error) => setFailure(cameraFailure(error))}
            />
          )}
          {picture && <img className={classes.picture} src={picture} alt="Ảnh em vừa chụp" />}
          {hasFailed && (
            <div className={classes.failure} role="alert">
              <p>{failure?.title}</p>
              <p>{failure?.text}</p>
            </div>
          )}
          {scanning.isPending && (
            <div className={classes.thinking} role="status">
              <p>Đang xem ảnh…</p>
              <Progress value={100} animated aria-label="Đang xem ảnh" />
            </div>
          )}
        </div>
        <div className={classes.side}>
          {scanning.isIdle && !hasFailed && (
            <p className={classes.hint}>Đặt một món rác lên nền trơn, vừa trong khung rồi chụp.</p>
          )}
          <div aria-live="polite">
            {data?.result && <AnswerCard result={data.result} isFromDevice={data.isFromDevice} />}
            {data && !data.result && (
              <Trouble
                title={messages.scan.unrecognised}
                text="Em đưa máy lại gần hơn, chỉ chụp một món trên nền trơn nhé."
              >
                {data.isFromDevice && <DeviceAnswered />}
              </Trouble>
            )}
            {scanning.error && (
              <Trouble
                title={errorMessageOr(messages.scan.failed, scanning.error) || messages.scan.failed}
                text="Em thử chụp lại, hoặc chọn ảnh khác nhé."
              />
            )}
          </div>
          <div className={classes.controls}>
            {isLive && (
              <>
                <Button
                  size="lg"
                  className={classes.shoot}
                  disabled={!cameras.isReady}
                  onClick={shoot}
                  leftSection={<IconCamera size={24} aria-hidden />}
                >
                  {messages.scan.shoot}
                </Button>
                <Button
                  variant="default"
                  disabled={cameras.count < 2}
                  onClick={cameras.turn}
                  leftSection={<IconCameraRotate size={22} aria-hidden />}
                >
                  Đổi máy ảnh
                </Button>
              </>
            )}
            {(scanning.isSuccess || scanning.isError || failure) && (
              <Button
                size="lg"
                className={classes.shoot}
                onClick={again}
                leftSection={<IconRefresh size={24} aria-hidden />}
              >
                {hasFailed ? 'Thử lại' : 'Quét lại'}
              </Button>
            )}
            <FileButton
              accept="image/*"
              resetRef={forgetPicked}
              onChange={(file) => {
                if (file) scanning.mutate(file);
                // So that the same file can be picked again.
                forgetPicked.current?.();
              }}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  disabled={scanning.isPending}
                  leftSection={<IconPhoto size={22} aria-hidden />}
                >
                  Chọn ảnh
                </Button>
              )}
            </FileButton>
          </div>
        </div>
      </div>
    </>
  );
}

function Trouble({ title, text, children }: PropsWithChildren<CameraFailure>) {
  return (
    <div className={classes.trouble}>
      <p>{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
