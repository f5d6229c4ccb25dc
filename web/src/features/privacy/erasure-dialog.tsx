import { t } from '@lingui/core/macro';
import type { DataRequest, ErasurePreview, Mention } from '@lop-xanh/contract/privacy';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormError } from '../../ui/form-error.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { ErasureCounts } from './erasure-counts.tsx';
import { ErasureMentions, toMentionKey } from './erasure-mentions.tsx';
import { ErasurePhotos } from './erasure-photos.tsx';
import { isSameName } from './is-same-name.ts';
import { erasurePreviewQuery, useErase } from './privacy.api.ts';
import { describeSubject } from './request-labels.ts';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

/** Shows what an erasure removes and keeps, lets the office choose the rest, and erases. */
export function ErasureDialog({ request, onClose }: Props) {
  const [erased] = useState(request);
  const query = useQuery(erasurePreviewQuery(erased.id));
  return (
    <FormModal title={t`Xóa dữ liệu cá nhân`} size="56rem" onClose={onClose}>
      {(controls) => (
        <Loaded
          query={query}
          skeleton={<Skeleton lines={8} />}
          failedMessage={t`Không xem trước được việc xóa`}
        >
          {(preview) => (
            <ErasureForm {...controls} request={erased} preview={preview} onSaved={onClose} />
          )}
        </Loaded>
      )}
    </FormModal>
  );
}

interface FormProps extends FormControls {
  request: DataRequest;
  preview: ErasurePreview;
  onSaved: () => void;
}

interface Values {
  mentions: readonly string[];
  photos: readonly number[];
  name: string;
}

function ErasureForm({ request, preview, onUnsaved, close, onSaved }: FormProps) {
  const { id, version, subject } = request;
  const { full_name: fullName } = subject;
  const { mutateAsync: erase } = useErase();
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<Values>({
    initialValues: { mentions: listLikely(preview.mentions), photos: [], name: '' },
    validate: {
      name: (name) => (isSameName(name, fullName) ? null : t`Hãy gõ đúng: ${fullName}`),
    },
    save: ({ mentions, photos }) => {
      const chosen = preview.mentions
        .filter((mention) => mentions.includes(toMentionKey(mention)))
        .map((mention) => ({ kind: mention.kind, id: mention.id }));
      const body = { version, mentions: chosen, photos: [...photos] };
      return erase({ id, body, key: submission.getKeyFor(body) });
    },
    failedMessage: t`Chưa xóa được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã xóa dữ liệu cá nhân` });
      onSaved();
    },
  });
  const { mentions, photos } = form.values;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text fw={600} lang="vi">
          {describeSubject(subject)}
        </Text>
        <ErasureCounts removed={preview.removed} kept={preview.kept} />
        <ErasureMentions
          mentions={preview.mentions}
          chosen={mentions}
          onChange={(chosen) => form.setFieldValue('mentions', chosen)}
        />
        <ErasurePhotos
          photos={preview.photos}
          chosen={photos}
          onChange={(chosen) => form.setFieldValue('photos', chosen)}
        />
        <Text>
          {t`Việc xóa không hoàn tác được. Chỉ bản sao lưu cũ của máy chủ còn giữ dữ liệu, cho tới khi bản đó bị xóa; nếu phải khôi phục từ bản cũ, việc xóa được lặp lại.`}
        </Text>
        <TextInput
          label={t`Để xác nhận, gõ họ và tên: ${fullName}`}
          autoComplete="off"
          lang="vi"
          {...form.getInputProps('name')}
        />
        <FormError message={errorMessage} />
        <Group justify="flex-end">
          <Button variant="default" disabled={isSaving} onClick={close}>
            {t`Hủy`}
          </Button>
          <Button type="submit" color="clay" loading={isSaving}>
            {t`Xóa vĩnh viễn`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function listLikely(mentions: readonly Mention[]): string[] {
  return mentions.filter(({ isLikely }) => isLikely).map(toMentionKey);
}
