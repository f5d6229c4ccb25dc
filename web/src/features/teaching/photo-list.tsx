import { t } from '@lingui/core/macro';
import type { TaughtPhoto } from '@lop-xanh/contract/teaching';
import { ActionIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconPhotoOff, IconTrash } from '@tabler/icons-react';
import { fileUrl } from '../../lib/api.ts';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import classes from './photo-list.module.css';
import { useApprovePhoto, useDeletePhoto } from './teaching.api.ts';

interface Props {
  photos: readonly TaughtPhoto[];
  kindName: string;
}

/** The photos of a kind, with what a teacher does with them. */
export function PhotoList({ photos, kindName }: Props) {
  return (
    <ul className={classes.list}>
      {photos.map((photo) => (
        <PhotoItem key={photo.id} photo={photo} kindName={kindName} />
      ))}
    </ul>
  );
}

function PhotoItem({ photo, kindName }: { photo: TaughtPhoto; kindName: string }) {
  const {
    added_by: name,
    class_name,
    added_at,
    url,
    is_outdated,
    is_imported,
    seen_as: seenAs,
  } = photo;
  const author = class_name ? `${name} · ${class_name}` : name;
  return (
    <li className={classes.item}>
      {url ? (
        <img className={classes.photo} src={fileUrl(url)} alt={t`Ảnh của ${name}`} loading="lazy" />
      ) : (
        <span className={classes.photo}>
          <IconPhotoOff size={26} aria-hidden />
          {t`Không lưu ảnh`}
        </span>
      )}
      <div className={classes.text}>
        <p className={classes.author} lang="vi">
          {author}
        </p>
        <DateTime instant={added_at} className={classes.time} />
        {seenAs && seenAs !== kindName && (
          <p className={classes.warning}>
            <IconAlertTriangle size={18} aria-hidden />
            {t`Giống “${seenAs}”`}
          </p>
        )}
        {is_imported && <p className={classes.time}>{t`Nhập từ trường khác`}</p>}
        {is_outdated && <p className={classes.time}>{t`Của máy quét bản cũ`}</p>}
      </div>
      <PhotoActions photo={photo} />
    </li>
  );
}

function PhotoActions({ photo: { id, added_by: name, is_pending } }: { photo: TaughtPhoto }) {
  const approval = useApprovePhoto();
  const deletion = useDeletePhoto();
  const canApprove = useUser().role !== 'Admin';
  const isBusy = approval.isPending || deletion.isPending;
  const onError = (error: unknown) =>
    toast({
      kind: 'error',
      message: describeError(error, t`Chưa lưu được, hãy thử lại`),
      id: 'taught photo',
    });
  const askToRemove = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Bỏ ảnh này?`,
      message: t`Máy quét quên những gì đã học từ ảnh này.`,
      confirmLabel: t`Bỏ ảnh`,
      isDanger: true,
    });
    if (isConfirmed) deletion.mutate(id, { onError });
  };
  if (!is_pending) {
    return (
      <ActionIcon
        variant="subtle"
        color="clay"
        className={classes.remove ?? ''}
        disabled={isBusy}
        aria-label={t`Bỏ ảnh của ${name}`}
        title={t`Bỏ ảnh`}
        onClick={() => void askToRemove()}
      >
        <IconTrash size={20} />
      </ActionIcon>
    );
  }
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        disabled={isBusy}
        aria-label={t`Từ chối ảnh của ${name}`}
        onClick={() => deletion.mutate(id, { onError })}
      >
        {t`Từ chối`}
      </Button>
      {canApprove && (
        <Button
          variant="light"
          disabled={isBusy}
          aria-label={t`Duyệt ảnh của ${name}`}
          onClick={() => approval.mutate(id, { onError })}
        >
          {t`Duyệt`}
        </Button>
      )}
    </div>
  );
}
