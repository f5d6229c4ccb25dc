import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { t } from '@lingui/core/macro';
import { Checkbox, type CheckboxProps } from '@mantine/core';
import { IconCircleCheck, IconShieldHalf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { classConsentQuery } from './consent.api.ts';
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
  return (
    <section className={classes.box} aria-label={t`Đồng ý đăng ảnh`}>
      <IconShieldHalf size={22} aria-hidden />
      <div className={classes.content}>
        {students && <p className={classes.title}>{t`${count} em chưa có đồng ý đăng ảnh`}</p>}
        {isFailed && (
          <p className={classes.title}>{t`Không tải được danh sách em chưa có đồng ý đăng ảnh`}</p>
        )}
        {students && (
          <ul className={classes.students}>
            {students.map(({ id, full_name }) => (
              <li key={id} lang="vi">
                {full_name}
              </li>
            ))}
          </ul>
        )}
        <Checkbox
          label={t`Không nhận ra em nào chưa có đồng ý trong ảnh và video này`}
          {...field}
        />
      </div>
    </section>
  );
}

/**
 * Whether the author must confirm; without a network too, where the list is missing. A post without a class is read
 * only by the school.
 */
export function usePhotoConsent({ classId, hasPhotos }: Photos) {
  const isAsked = hasPhotos && classId !== undefined;
  const { data, isError } = useQuery({ ...classConsentQuery(classId ?? 0), enabled: isAsked });
  const students = data?.filter(({ isGiven }) => !isGiven);
  return { students, isFailed: isError && !data, mustConfirm: isAsked && students?.length !== 0 };
}
