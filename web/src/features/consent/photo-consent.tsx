import { t } from '@lingui/core/macro';
import { Checkbox, type CheckboxProps } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { classConsentQuery } from './consent.api.ts';
import { ConsentWarning } from './consent-warning.tsx';
import classes from './photo-consent.module.css';

interface Photos {
  classId: number | undefined;
  hasPhotos: boolean;
}

/** Names the students without consent below the photos of a post, and asks the author to confirm. */
export function PhotoConsent({ classId, hasPhotos, ...field }: Photos & CheckboxProps) {
  const { students, isFailed, mustConfirm } = usePhotoConsent({ classId, hasPhotos });
  if (!hasPhotos || classId === undefined) return null;
  if (!mustConfirm) {
    return (
      <p className={classes.fine}>
        <IconCircleCheck size={20} aria-hidden />
        {t`Cả lớp đã có đồng ý đăng ảnh`}
      </p>
    );
  }
  const count = students?.length ?? 0;
  const loadingTitle = isFailed
    ? t`Không tải được danh sách em chưa có đồng ý đăng ảnh`
    : t`Đang tải danh sách em chưa có đồng ý đăng ảnh`;
  return (
    <ConsentWarning
      title={students ? t`${count} em chưa có đồng ý đăng ảnh` : loadingTitle}
      students={students ?? []}
    >
      <Checkbox label={t`Không nhận ra em nào chưa có đồng ý trong ảnh và video này`} {...field} />
    </ConsentWarning>
  );
}

/**
 * Whether the author must confirm, even while the list cannot be loaded. A post without a class is read only by the
 * school.
 */
export function usePhotoConsent({ classId, hasPhotos }: Photos) {
  const isAsked = hasPhotos && classId !== undefined;
  const { data, isError } = useQuery({ ...classConsentQuery(classId ?? 0), enabled: isAsked });
  const students = data?.filter(({ isGiven }) => !isGiven);
  return { students, isFailed: isError && !data, mustConfirm: isAsked && students?.length !== 0 };
}
