import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OpenModel } from '../../lib/device-models.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { blurPhoto, readBlurredPhoto } from './blur-photo.ts';
import classes from './face-blur-dialog.module.css';
import { listUncovered } from './find-faces.ts';
import { findFreePoint, type Mark, surround, toMark } from './mark-faces.ts';
import { PhotoMarks } from './photo-marks.tsx';
import { type FaceSearch, useFaces } from './use-faces.ts';

interface Props {
  file: File;
  model: OpenModel;
  /** Called with the photo that replaces the file. */
  onDone: (file: File) => void;
  onClose: () => void;
}

export function FaceBlurDialog({ file, model, onDone, onClose }: Props) {
  const [{ original, marks }] = useState(() => readBlurredPhoto(file));
  const [blurred, setBlurred] = useState(marks);
  const [added, setAdded] = useState<Mark>();
  const [isSaving, setIsSaving] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const { photo, search, faces, retry } = useFaces(original, model);
  const unblurred = listUncovered(faces, blurred).map(toMark);
  const isMobile = useIsMobile();

  const blur = (newMarks: readonly Mark[]) =>
    setBlurred((previous) => [...previous, ...newMarks].slice(0, limits.maxBlurredFaces));
  const addInMiddle = (shown: HTMLCanvasElement) => {
    const mark = surround(findFreePoint(blurred), [...blurred, ...unblurred], shown);
    setAdded(mark);
    blur([mark]);
  };
  const finish = async () => {
    setIsSaving(true);
    setHasFailed(false);
    try {
      onDone(await blurPhoto(original, blurred));
    } catch {
      setHasFailed(true);
      setIsSaving(false);
    }
  };
  const count = blurred.length;

  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Làm mờ khuôn mặt`}
      size="xl"
      fullScreen={isMobile}
      closeOnClickOutside={false}
      classNames={{ body: classes.body ?? '' }}
    >
      <p role="status" className={classes.hint}>
        {describeSearch(search, faces.length)}
      </p>
      {photo && (
        <PhotoMarks
          photo={photo}
          blurred={blurred}
          unblurred={unblurred}
          added={added}
          onBlur={(mark) => blur([mark])}
          onUnblur={(mark) => setBlurred(blurred.filter((other) => other !== mark))}
          onChange={(mark, changed) =>
            setBlurred(blurred.map((other) => (other === mark ? changed : other)))
          }
        />
      )}
      <p className={classes.note}>
        {t`Ảnh được xử lý ngay trên máy của bạn, và không ai bị nhận dạng.`}
        {!isMobile && ` ${t`Trên bàn phím, mũi tên di chuyển chỗ mờ, phím + và − đổi cỡ.`}`}
      </p>
      <footer className={classes.footer}>
        <FormError message={hasFailed ? t`Chưa làm mờ được, hãy thử lại` : null} />
        <span className={classes.count}>{count > 0 && t`${count} khuôn mặt đã làm mờ`}</span>
        {search === 'failed' && (
          <Button variant="light" onClick={retry}>
            {t`Thử lại`}
          </Button>
        )}
        {photo && (
          <Button
            variant="light"
            disabled={count === limits.maxBlurredFaces}
            onClick={() => addInMiddle(photo)}
          >
            {t`Thêm chỗ mờ`}
          </Button>
        )}
        {faces.length > 0 && (
          <Button variant="light" disabled={unblurred.length === 0} onClick={() => blur(unblurred)}>
            {t`Làm mờ tất cả`}
          </Button>
        )}
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          {t`Hủy`}
        </Button>
        <Button loading={isSaving} disabled={!photo} onClick={() => void finish()}>
          {t`Xong`}
        </Button>
      </footer>
    </Modal>
  );
}

function describeSearch(search: FaceSearch, count: number): string {
  switch (search) {
    case 'searching':
      return t`Đang tìm khuôn mặt…`;
    case 'unreadable':
      return t`Trình duyệt này không mở được ảnh này.`;
    case 'failed':
      return t`Chưa tải được bộ tìm khuôn mặt, có thể do mất mạng. Bạn vẫn có thể chạm hoặc kéo trên ảnh để làm mờ.`;
    case 'done':
      return count === 0
        ? t`Không tìm thấy khuôn mặt nào. Chạm hoặc kéo trên ảnh để làm mờ chỗ bạn muốn.`
        : t`Tìm thấy ${count} khuôn mặt. Chạm vào từng khuôn mặt để làm mờ, chạm lần nữa để bỏ. Nếu còn sót, chạm hoặc kéo trên ảnh.`;
  }
}
