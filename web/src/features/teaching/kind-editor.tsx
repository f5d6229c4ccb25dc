import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type WasteGroup, type WasteKind, wasteGroups } from '@lop-xanh/contract/scan';
import type { TaughtKind } from '@lop-xanh/contract/teaching';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { translateWaste, useWastePack } from '../scan/public.ts';
import { KindSuggestions } from './kind-suggestions.tsx';
import { useSaveKind } from './teaching.api.ts';

interface Props {
  /** Undefined for a new kind. */
  kind: TaughtKind | undefined;
  schoolId: number | undefined;
  /** The kinds that the school has already. */
  taught: readonly TaughtKind[];
  onClose: () => void;
  onSaved: (kind: TaughtKind) => void;
}

export function KindEditor({ onClose, ...editorProps }: Props) {
  const { name } = editorProps.kind ?? {};
  const title = name === undefined ? t`Thêm món` : t`Sửa “${name}”`;
  return (
    <FormModal title={title} onClose={onClose}>
      {(formProps) => <KindForm {...editorProps} {...formProps} />}
    </FormModal>
  );
}

interface FormValues {
  label: WasteKind | null;
  name: string;
  group: WasteGroup | '';
  advice: string;
}

type FormProps = Omit<Props, 'onClose'> & FormControls;

function KindForm({ kind, schoolId, taught, onUnsaved, close, onSaved }: FormProps) {
  const { mutateAsync: saveKind } = useSaveKind(kind, schoolId);
  const { groups } = useWastePack();
  const submission = useSubmissionKey();
  const saved = useRef<TaughtKind>(null);
  const required = t`Hãy điền ô này`;
  const { form, submit, isSaving, errorMessage } = useServerForm<FormValues>({
    initialValues: {
      label: kind?.label ?? null,
      name: kind?.name ?? '',
      group: kind?.group ?? '',
      advice: kind?.advice ?? '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? required : null),
      group: (group) => (group === '' ? t`Hãy chọn nhóm rác` : null),
      advice: (advice) => (advice.trim() === '' ? required : null),
    },
    save: async ({ label, name, group, advice }) => {
      if (group === '') return;
      const values = { label, name: name.trim(), group, advice: advice.trim() };
      const key = submission.getKeyFor([kind?.id, values]);
      saved.current = await saveKind({ values, key });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: (values) => {
      const name = values.name.trim();
      toast({ kind: 'success', message: t`Đã lưu “${name}”` });
      if (saved.current) onSaved(saved.current);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {!kind && (
          <KindSuggestions
            taught={taught}
            chosen={form.values.label}
            onChoose={(suggestion) => form.setValues(suggestion)}
          />
        )}
        <TextInput
          label={t`Tên món`}
          description={t`Như các em gọi, ví dụ “Pin” hay “Hộp sữa”.`}
          required
          maxLength={limits.maxKindNameLength}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={t`Thuộc nhóm`}
          required
          data={[
            { value: '', label: t`Chọn nhóm rác` },
            ...wasteGroups.map((group) => ({
              value: group,
              label: translateWaste(groups[group].name),
            })),
          ]}
          {...form.getInputProps('group')}
        />
        <Textarea
          label={t`Lời khuyên cho học sinh`}
          description={t`Máy nói câu này sau khi nhận ra món đồ.`}
          required
          autosize
          minRows={2}
          maxLength={limits.maxAdviceLength}
          {...form.getInputProps('advice')}
        />
        <FormFooter error={errorMessage} close={close} isSaving={isSaving} isSticky />
      </Stack>
    </form>
  );
}
