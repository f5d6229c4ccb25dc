import { t } from '@lingui/core/macro';
import { type Animal, animals, toAnimalUrl } from '@lop-xanh/contract/rules/animals';
import { hasPhoto } from '@lop-xanh/contract/rules/names';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fileUrl } from '../../lib/api.ts';
import { describeError } from '../../lib/api-errors.ts';
import { useUser } from '../../lib/current-user.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { getAnimalName } from './animal-names.ts';
import classes from './avatar-dialog.module.css';
import { ownAvatarQuery, useChooseAnimal, useUploadAvatar } from './avatars.api.ts';

/** An animal, a picture of one's own, or neither. */
export function AvatarDialog({ onClose }: { onClose: () => void }) {
  const { avt, role } = useUser();
  const { data: own } = useQuery(ownAvatarQuery);
  const choice = useChooseAnimal();
  const upload = useUploadAvatar();
  const isBusy = choice.isPending || upload.isPending;
  const pending = own?.pending_avt;

  const onError = (error: unknown) =>
    toast({
      kind: 'error',
      message: describeError(error, t`Chưa lưu được, hãy thử lại`),
      id: 'avatar',
    });
  const choose = (animal: Animal | null) => choice.mutate(animal, { onSuccess: onClose, onError });
  const send = (photo: File | null) => {
    if (!photo) return;
    upload.mutate(photo, {
      onSuccess: ({ pending_avt }) => {
        if (pending_avt === null) onClose();
        else toast({ kind: 'success', message: t`Đã gửi ảnh, thầy cô sẽ xem và duyệt` });
      },
      onError,
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Chọn ảnh đại diện`}
      size="40rem"
      fullScreen={useIsMobile()}
    >
      <Stack>
        {pending && (
          <Group wrap="nowrap" className={classes.pending}>
            <img className={classes.photo} src={fileUrl(pending)} alt="" />
            <Text>{t`Ảnh này đang chờ thầy cô duyệt. Mọi người vẫn thấy ảnh cũ.`}</Text>
          </Group>
        )}
        <div className={classes.grid} role="group" aria-label={t`Các con vật`}>
          {animals.map((animal) => (
            <button
              key={animal}
              type="button"
              className={classes.animal}
              aria-pressed={avt === toAnimalUrl(animal)}
              disabled={isBusy}
              onClick={() => choose(animal)}
            >
              <img src={fileUrl(toAnimalUrl(animal))} alt="" width={64} height={64} />
              {getAnimalName(animal)}
            </button>
          ))}
        </div>
        {role === 'Student' && (
          <Text c="dimmed">{t`Ảnh của em chỉ hiện sau khi thầy cô duyệt.`}</Text>
        )}
        <Group>
          <FileButton onChange={send} accept="image/*" disabled={isBusy}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={upload.isPending}
                leftSection={<IconPhotoPlus size={20} aria-hidden />}
              >
                {t`Tải ảnh lên`}
              </Button>
            )}
          </FileButton>
          {(hasPhoto(avt) || pending) && (
            <Button variant="subtle" disabled={isBusy} onClick={() => choose(null)}>
              {t`Bỏ ảnh đại diện`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
