import { t } from '@lingui/core/macro';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { Button } from '@mantine/core';
import { IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type Webcam from 'react-webcam';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { toast } from '../../ui/toast.ts';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import {
  CameraLayout,
  CameraStage,
  describeCameraError,
  type ErrorText,
  PhotoPicker,
  ShutterBar,
  useCameras,
} from '../camera/public.ts';
import { PhotoProgress } from './kind-progress.tsx';
import { canRetry, type Shot } from './photo-queue.ts';
import { ShotList } from './shot-list.tsx';
import classes from './teach-camera.module.css';
import { useDeletePhoto, useRefreshTaught } from './teaching.api.ts';
import { usePhotoQueue } from './use-photo-queue.ts';
import { useTeachLink } from './use-teach-link.ts';

/** Takes one photo of a kind after the other. */
export function TeachCamera({ kind }: { kind: TaughtKind }) {
  const { id, name } = kind;
  const isStudent = useUser().role === 'Student';
  const camera = useRef<Webcam>(null);
  const cameras = useCameras();
  const [cameraError, setCameraError] = useState<ErrorText>();
  const { shots, add, retry, remove, clear } = usePhotoQueue(id);
  const parent = useTeachLink(isStudent ? {} : { kind: id });
  const isUnsent = shots.some((shot) => shot.state === 'sending' || canRetry(shot));
  const question = {
    title: t`Bỏ các ảnh chưa gửi?`,
    message: t`Ảnh chưa gửi xong sẽ mất.`,
    confirmLabel: t`Bỏ ảnh`,
  };
  useConfirmDiscard(isUnsent, question, { onDiscard: clear });
  useRefreshOnLeave();

  const { mutate: deletePhoto } = useDeletePhoto();
  const withdraw = (shot: Shot) => {
    if (shot.id === undefined) return;
    deletePhoto(shot.id, {
      onSuccess: () => remove(shot.key),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Chưa xóa được, hãy thử lại`) }),
    });
  };
  const shoot = () => {
    const screenshot = camera.current?.getScreenshot();
    if (screenshot) add([screenshot]);
  };
  const restartCamera = () => {
    cameras.resetSelection();
    setCameraError(undefined);
  };
  return (
    <PhotoPicker onPick={add} isMultiple>
      {(pickPhotos) => (
        <CameraLayout
          title={isStudent ? t`Dạy Mầm: ${name}` : t`Dạy máy: ${name}`}
          parent={parent}
          state="live"
          stage={
            <CameraStage
              camera={
                !cameraError && {
                  ref: camera,
                  cameras,
                  onError: (error) => setCameraError(describeCameraError(error)),
                }
              }
              hint={t`Một món vừa trong khung, không chụp mặt người. Mỗi ảnh một góc, một nền khác nhau.`}
              cameraError={cameraError}
            />
          }
        >
          <div className={classes.progress}>
            {isStudent ? (
              <p>{t`Em cứ chụp nhiều tấm. Thầy cô xem ảnh trước, rồi Mầm mới học.`}</p>
            ) : (
              <TaughtCount kind={kind} count={countTaught(shots)} />
            )}
            <ShotList shots={shots} onRetry={retry} onRemove={remove} onWithdraw={withdraw} />
          </div>
          {cameraError ? (
            <div className={classes.buttons}>
              <Button leftSection={<IconRefresh size={24} aria-hidden />} onClick={restartCamera}>
                {t`Thử lại`}
              </Button>
              <Button
                variant="default"
                leftSection={<IconPhoto size={22} aria-hidden />}
                onClick={pickPhotos}
              >
                {t`Chọn ảnh`}
              </Button>
            </div>
          ) : (
            <ShutterBar
              shootLabel={t`Chụp`}
              isReady={cameras.isReady}
              canSwitch={cameras.count > 1}
              onShoot={shoot}
              onSwitch={cameras.switchCamera}
              onPick={pickPhotos}
            />
          )}
        </CameraLayout>
      )}
    </PhotoPicker>
  );
}

const countTaught = (shots: readonly { state: string }[]) =>
  shots.filter(({ state }) => state === 'taught').length;

/** Counts on from the photos that were there at the beginning. */
function TaughtCount({ kind, count }: { kind: TaughtKind; count: number }) {
  const [before] = useState(kind.photo_count);
  return <PhotoProgress count={before + count} />;
}

/** The pages behind show the new photos. */
function useRefreshOnLeave() {
  const refresh = useRef(useRefreshTaught());
  useEffect(() => refresh.current, []);
}
