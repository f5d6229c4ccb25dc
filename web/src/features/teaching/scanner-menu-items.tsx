import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { IconPhoto, IconPhotoOff, IconRestore, IconTrash } from '@tabler/icons-react';
import { describeError } from '../../lib/api-errors.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { toast } from '../../ui/toast.ts';
import { useKeepPhotos, useResetScanner, useUndoImports } from './teaching.api.ts';

/** Undefined for the user's own school. */
type SchoolId = number | undefined;

export function KeepPhotosItem({
  schoolId,
  keepsPhotos,
}: {
  schoolId: SchoolId;
  keepsPhotos: boolean;
}) {
  const { mutateAsync: keepPhotos } = useKeepPhotos(schoolId);
  const change = async () => {
    const isConfirmed = await askToConfirm(
      keepsPhotos
        ? {
            title: t`Thôi lưu ảnh đã dạy?`,
            message: t`Các ảnh đã lưu bị xóa ngay. Những gì máy quét đã học vẫn còn.`,
            confirmLabel: t`Xóa ảnh, thôi lưu`,
            isDanger: true,
          }
        : {
            title: t`Lưu ảnh đã dạy?`,
            message: t`Từ nay, ảnh dạy máy quét được lưu trên máy chủ của trường: thầy cô xem lại được, và máy quét bản mới học lại được từ ảnh.`,
            confirmLabel: t`Lưu ảnh`,
          },
    );
    if (!isConfirmed) return;
    try {
      await keepPhotos(!keepsPhotos);
      toast({
        kind: 'success',
        message: keepsPhotos ? t`Đã xóa các ảnh, và không lưu ảnh nữa` : t`Từ nay ảnh được lưu`,
      });
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, t`Chưa lưu được, hãy thử lại`) });
    }
  };
  const Icon = keepsPhotos ? IconPhotoOff : IconPhoto;
  return (
    <Menu.Item leftSection={<Icon size={20} aria-hidden />} onClick={() => void change()}>
      {keepsPhotos ? t`Thôi lưu ảnh đã dạy…` : t`Lưu ảnh đã dạy…`}
    </Menu.Item>
  );
}

export function ResetItem({ schoolId }: { schoolId: number }) {
  const { mutateAsync: reset } = useResetScanner();
  const askToReset = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Xóa hết những gì trường đã dạy?`,
      message: t`Mọi món và mọi ảnh đã dạy của trường này bị xóa. Máy quét trở lại như lúc đầu.`,
      confirmLabel: t`Xóa hết`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    try {
      await reset(schoolId);
      toast({ kind: 'success', message: t`Máy quét trở lại như lúc đầu` });
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, t`Chưa xóa được, hãy thử lại`) });
    }
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        c="var(--clay-text)"
        leftSection={<IconRestore size={20} aria-hidden />}
        onClick={() => void askToReset()}
      >
        {t`Xóa hết những gì đã dạy…`}
      </Menu.Item>
    </>
  );
}

export function UndoImportsItem({ schoolId, count }: { schoolId: SchoolId; count: number }) {
  const { mutateAsync: undoImports } = useUndoImports(schoolId);
  const askToUndo = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Bỏ những gì đã nhập?`,
      message: t`${count} ảnh nhập từ trường khác bị xóa, cùng các món chỉ có ảnh nhập. Ảnh trường tự dạy vẫn còn.`,
      confirmLabel: t`Bỏ ảnh đã nhập`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    try {
      await undoImports();
      toast({ kind: 'success', message: t`Đã bỏ những gì đã nhập` });
    } catch (error) {
      toast({ kind: 'error', message: describeError(error, t`Chưa xóa được, hãy thử lại`) });
    }
  };
  return (
    <Menu.Item leftSection={<IconTrash size={20} aria-hidden />} onClick={() => void askToUndo()}>
      {t`Bỏ những gì đã nhập…`}
    </Menu.Item>
  );
}
