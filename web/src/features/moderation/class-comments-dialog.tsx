import { t } from '@lingui/core/macro';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import type { CommentMode, moderation } from '@lop-xanh/contract/moderation';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { explainMode, getClassChoice, getModeLabel, listStricterModes } from './comment-modes.ts';
import { classSettingsQuery, useEditClassSettings } from './comment-settings.api.ts';

interface Props {
  classId: number;
  className: string;
  onClose: () => void;
}

/** Lets a teacher be stricter than the school with the comments on the posts of a class. */
export function ClassCommentsDialog({ classId, className: name, onClose }: Props) {
  const query = useQuery(classSettingsQuery(classId));
  return (
    <FormModal title={t`Bình luận của lớp ${name}`} size="36rem" onClose={onClose}>
      {(formProps) => (
        <Loaded
          query={query}
          skeleton={<Skeleton lines={5} />}
          failedMessage={t`Không tải được cài đặt`}
        >
          {(settings) => (
            <SettingsForm {...formProps} classId={classId} settings={settings} onSaved={onClose} />
          )}
        </Loaded>
      )}
    </FormModal>
  );
}

interface FormProps extends FormControls {
  classId: number;
  settings: ResponseOf<typeof moderation.classSettings>;
  onSaved: () => void;
}

function SettingsForm({ classId, settings, onUnsaved, close, onSaved }: FormProps) {
  const { mutateAsync: edit } = useEditClassSettings(classId);
  const { school } = settings;
  const stored = getClassChoice(school, settings.class);
  const { form, submit, isSaving, errorMessage } = useServerForm<{ mode: CommentMode }>({
    initialValues: { mode: stored },
    validate: {},
    // Saving without a change must not loosen what the class has stored beneath a stricter school.
    save: async ({ mode }) => mode === stored || edit(mode),
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã lưu cài đặt bình luận` });
      onSaved();
    },
  });
  const schoolMode = getModeLabel(school);
  const stricterModes = listStricterModes(school);
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <RadioList
          label={t`Bình luận ở bài viết của lớp`}
          options={[
            {
              value: 'open',
              label: t`Theo trường: ${schoolMode}`,
              description: explainMode(school),
            },
            ...stricterModes.map((mode) => ({
              value: mode,
              label: getModeLabel(mode),
              description: explainMode(mode),
            })),
          ]}
          value={form.values.mode}
          onChange={(mode) => form.setFieldValue('mode', mode)}
        />
        <Text c="dimmed">{t`Lớp chỉ có thể chặt hơn trường.`}</Text>
        <FormFooter error={errorMessage} close={close} isSaving={isSaving} />
      </Stack>
    </form>
  );
}
