import { t } from '@lingui/core/macro';
import { Loader, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, describeError } from '../../lib/api-errors.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { ImportProblems, TableDropZone, toCellProblems } from '../accounts/public.ts';
import type { DraftStore } from './draft-store.ts';
import { importDraft } from './years.api.ts';

interface Props {
  schoolId: number;
  store: DraftStore;
  onClose: () => void;
}

/** Reads the exported and edited file back; with a problem in any cell, nothing is taken over. */
export function DraftImport({ schoolId, store, onClose }: Props) {
  const [file, setFile] = useState<File>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (picked: File) => {
      const version = await store.flush();
      return version === undefined ? null : importDraft(schoolId, picked, version);
    },
    onSuccess: (draft) => {
      if (!draft) return toast({ kind: 'error', message: t`Bản nháp chưa lưu được, hãy thử lại.` });
      store.load(draft);
      toast({ kind: 'success', message: t`Đã nhập bản nháp từ tệp` });
      onClose();
    },
  });
  const problems = error instanceof ApiError ? toCellProblems(error.issues) : [];
  return (
    <Modal
      opened
      onClose={isPending ? () => {} : onClose}
      title={t`Nhập bản nháp từ tệp`}
      size="56rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      <Stack>
        <p>
          {t`Tải bản nháp về, sửa cột Lớp mới của học sinh và giáo viên, rồi chọn tệp đó ở đây.`}
        </p>
        <TableDropZone
          file={file}
          isDisabled={isPending}
          onPick={(picked) => {
            setFile(picked);
            mutate(picked);
          }}
        />
        {isPending && (
          <p role="status">
            <Loader size={22} aria-hidden /> {t`Đang kiểm tra từng dòng…`}
          </p>
        )}
        <FormError message={error && describeError(error, t`Chưa đọc được tệp, hãy chọn lại.`)} />
        {problems.length > 0 && <ImportProblems problems={problems} />}
      </Stack>
    </Modal>
  );
}
