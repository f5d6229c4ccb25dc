import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { type UserOption, UserSelect } from '../accounts/public.ts';
import { gradesQuery } from './grades.ts';
import { useSaveClass } from './manage-classes.api.ts';

interface Props {
  schoolId: number;
  /** Undefined for a new class. */
  schoolClass: SchoolClass | undefined;
  onClose: () => void;
}

export function ClassEditor({ onClose, ...editorProps }: Props) {
  const { name } = editorProps.schoolClass ?? {};
  const title = name === undefined ? t`Thêm lớp` : t`Sửa lớp ${name}`;
  return (
    <FormModal title={title} onClose={onClose}>
      {(formProps) => <ClassForm {...editorProps} {...formProps} onSaved={onClose} />}
    </FormModal>
  );
}

interface ClassValues {
  name: string;
  grade_id: string;
  teacher_id: UserOption | null;
}

function toFormValues(schoolClass: SchoolClass | undefined): ClassValues {
  const { name = '', grade_id = '', teacher_id: id, teacher_full_name } = schoolClass ?? {};
  return {
    name,
    grade_id: String(grade_id),
    teacher_id: id ? { id, full_name: teacher_full_name ?? '' } : null,
  };
}

type FormProps = Omit<Props, 'onClose'> & FormControls & { onSaved: () => void };

function ClassForm({ schoolId, schoolClass, onUnsaved, close, onSaved }: FormProps) {
  const { data: grades = [] } = useQuery(gradesQuery);
  const { mutateAsync: saveClass } = useSaveClass(schoolClass);
  const submission = useSubmissionKey();
  const { form, submit, isSaving, errorMessage } = useServerForm<ClassValues>({
    initialValues: toFormValues(schoolClass),
    validate: {
      name: (name) => (name.trim() === '' ? messages.schools.nameRequired : null),
      grade_id: (id) => (id === '' ? messages.lessons.gradeRequired : null),
    },
    save: ({ name, grade_id, teacher_id }) => {
      const body = {
        name: name.trim(),
        grade_id: Number(grade_id),
        school_id: schoolId,
        teacher_id: teacher_id?.id ?? null,
      };
      return saveClass({ body, key: submission.getKeyFor([schoolClass?.version, body]) });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: (values) => {
      const name = values.name.trim();
      toast({ kind: 'success', message: t`Đã lưu lớp ${name}` });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label={t`Tên lớp`}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={t`Khối`}
          required
          data={[
            { value: '', label: messages.lessons.gradeRequired },
            ...grades.map(({ id, name }) => ({ value: String(id), label: translateGrade(name) })),
          ]}
          {...form.getInputProps('grade_id')}
        />
        <UserSelect
          label={t`Giáo viên`}
          placeholder={t`Chưa có giáo viên`}
          filter={{ role: 'Teacher', school_id: schoolId }}
          value={form.values.teacher_id}
          error={form.errors.teacher_id as string | undefined}
          onChange={(teacher) => form.setFieldValue('teacher_id', teacher)}
        />
        <FormFooter error={errorMessage} close={close} isSaving={isSaving} />
      </Stack>
    </form>
  );
}
