import { t } from '@lingui/core/macro';
import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { commentModes, type moderation } from '@lop-xanh/contract/moderation';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { explainMode, getModeLabel } from './comment-modes.ts';
import { schoolSettingsQuery, useEditSchoolSettings } from './comment-settings.api.ts';
import { parseWords, validateWords } from './word-list.ts';

/** How a Mod's school moderates comments. */
export function CommentSettingsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(schoolSettingsQuery);
  return (
    <FormModal title={t`Cài đặt bình luận`} size="36rem" onClose={onClose}>
      {(formProps) => (
        <Loaded
          query={query}
          skeleton={<Skeleton lines={6} />}
          failedMessage={t`Không tải được cài đặt`}
        >
          {(settings) => <SettingsForm {...formProps} settings={settings} onSaved={onClose} />}
        </Loaded>
      )}
    </FormModal>
  );
}

interface FormProps extends FormControls {
  settings: ResponseOf<typeof moderation.settings>;
  onSaved: () => void;
}

function SettingsForm({ settings, onUnsaved, close, onSaved }: FormProps) {
  const { mutateAsync: edit } = useEditSchoolSettings();
  const { maxHeldWords: max, maxHeldWordLength: maxLength } = limits;
  const { form, submit, isSaving, errorMessage } = useServerForm({
    initialValues: { comments: settings.comments, words: settings.words.join('\n') },
    validate: { words: validateWords },
    save: ({ comments, words }) => edit({ comments, words: parseWords(words) }),
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: () => {
      toast({ kind: 'success', message: t`Đã lưu cài đặt bình luận` });
      onSaved();
    },
  });
  const { comments, words } = form.values;
  const count = parseWords(words).length;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <RadioList
          label={t`Bình luận của học sinh và phụ huynh`}
          options={commentModes.map((mode) => ({
            value: mode,
            label: getModeLabel(mode),
            description: explainMode(mode),
          }))}
          value={comments}
          onChange={(mode) => form.setFieldValue('comments', mode)}
        />
        <Textarea
          label={t`Từ cần giữ lại để duyệt`}
          description={t`Mỗi dòng một từ hoặc cụm từ, nhiều nhất ${max} dòng, mỗi dòng ${maxLength} ký tự. Viết không dấu hay cách ra vẫn bị giữ lại. Đang có ${count}.`}
          lang="vi"
          rows={6}
          {...form.getInputProps('words')}
        />
        <FormFooter error={errorMessage} close={close} isSaving={isSaving} />
      </Stack>
    </form>
  );
}
