import { t } from '@lingui/core/macro';
import type { WasteAnswer } from '@lop-xanh/contract/scan';
import { Button } from '@mantine/core';
import { IconCamera, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import type Webcam from 'react-webcam';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { describeError } from '../../lib/api-errors.ts';
import { cacheModel } from '../../lib/device-models.ts';
import { paths } from '../../lib/paths.ts';
import { FullScreen } from '../../ui/full-screen.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { AnswerCard, DeviceNotice } from './answer-card.tsx';
import { describeCameraError, type ErrorText } from './camera-error.ts';
import { GuessButtons } from './guess-buttons.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { photoToDataUrl } from './photo-to-data-url.ts';
import { classifyPhoto, type ScanOutcome } from './scan.api.ts';
import classes from './scan.module.css';
import { ScanStage } from './scan-stage.tsx';
import { ShutterBar } from './shutter-bar.tsx';
import { useCameras } from './use-cameras.ts';

export function ScanPage() {
  const camera = useRef<Webcam>(null);
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
    <ScanFrame>
      <div className={classes.page}>
        <ScanStage
          camera={isLive && { ref: camera, cameras, onError: failCamera }}
          photo={photo}
          cameraError={cameraError}
          isPending={scan.isPending}
        />
        <div
          className={classes.side}
          data-state={isLive ? 'live' : scan.isPending ? 'busy' : 'sheet'}
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
              isReady={cameras.isReady}
              canSwitch={cameras.count > 1}
              onShoot={takePhoto}
              onSwitch={cameras.switchCamera}
              onPick={pickPhoto}
            />
          )}
        </div>
      </div>
    </ScanFrame>
  );
  return <PhotoPicker onPick={scan.mutate}>{renderStage}</PhotoPicker>;
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

/** On a phone the camera fills the screen. */
function ScanFrame({ children }: PropsWithChildren) {
  const title = t`Quét rác`;
  if (useIsMobile()) {
    return (
      <FullScreen title={title} parent={paths.home} isOverlay>
        {children}
      </FullScreen>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      {children}
    </>
  );
}

const guessCount = 3;

/** The classifier's answer, or the one that the child chooses instead. */
function Outcome({ outcome, children }: PropsWithChildren<{ outcome: ScanOutcome }>) {
  const { result, guesses, isFromDevice } = outcome;
  const [chosen, setChosen] = useState<WasteAnswer>();
  const answer = chosen ?? result;
  const others = guesses.filter(({ label }) => label !== answer?.label).slice(0, guessCount);
  const guessButtons = <GuessButtons guesses={others} onChoose={setChosen} />;
  if (answer) {
    return (
      <AnswerCard key={answer.label} answer={answer} isFromDevice={isFromDevice}>
        {children}
        {guessButtons}
      </AnswerCard>
    );
  }
  return (
    <>
      <ScanProblem
        title={messages.scan.unrecognized}
        text={t`Em đưa máy lại gần hơn, chỉ chụp một món trên nền trơn nhé.`}
      >
        {isFromDevice && <DeviceNotice />}
      </ScanProblem>
      {guessButtons}
      {children}
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
