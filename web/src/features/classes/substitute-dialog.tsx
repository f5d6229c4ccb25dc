import { t } from '@lingui/core/macro';
import type { SchoolClass, Substitute } from '@lop-xanh/contract/classes';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { useToday } from '../../lib/today.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { type FormControls, FormModal } from '../../ui/form-modal.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { toast } from '../../ui/toast.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { type UserOption, UserSelect } from '../accounts/public.ts';
import { schoolClassesQuery, toClassOptions } from './school-classes.ts';
import classes from './substitute-dialog.module.css';
import { describePeriod } from './substitute-text.ts';
import { useAddSubstitute, useEndSubstitute } from './substitutes.api.ts';

/** Opened from a class, for which a teacher is selected, or from a teacher, for whom a class is selected. */
export type SubstituteTarget =
  | { schoolId: number; classId: number; className: string }
  | { schoolId: number; teacher: UserOption };

interface Props {
  target: SubstituteTarget;
  onClose: () => void;
}

/** Lets a teacher stand in for a homeroom teacher, and shows and ends what is arranged already. */
export function SubstituteDialog({ target, onClose }: Props) {
  const { data: schoolClasses = [] } = useQuery(schoolClassesQuery(target.schoolId));
  const arranged = schoolClasses.flatMap((schoolClass) => {
    const { id, substitute } = schoolClass;
    const isOfTarget =
      'teacher' in target ? substitute?.teacher_id === target.teacher.id : id === target.classId;
    return substitute && isOfTarget ? [{ schoolClass, substitute }] : [];
  });
  return (
    <FormModal title={getTitle(target)} size="36rem" onClose={onClose}>
      {(formProps) => (
        <Stack>
          {arranged.length > 0 && (
            <ul className={classes.list} aria-label={t`Đang và sắp dạy thay`}>
              {arranged.map(({ schoolClass, substitute }) => (
                <Arranged
                  key={substitute.id}
                  schoolClass={schoolClass}
                  substitute={substitute}
                  name={'teacher' in target ? getClassLabel(schoolClass) : substitute.full_name}
                />
              ))}
            </ul>
          )}
          <SubstituteForm
            {...formProps}
            target={target}
            schoolClasses={schoolClasses}
            onSaved={onClose}
          />
        </Stack>
      )}
    </FormModal>
  );
}

function getTitle(target: SubstituteTarget): string {
  if ('teacher' in target) {
    const { full_name: name } = target.teacher;
    return t`${name} dạy thay`;
  }
  const { className: name } = target;
  return t`Giáo viên dạy thay lớp ${name}`;
}

function getClassLabel({ name }: SchoolClass): string {
  return t`Lớp ${name}`;
}

interface ArrangedProps {
  schoolClass: SchoolClass;
  substitute: Substitute;
  /** The teacher or the class, whichever the dialog was not opened from. */
  name: string;
}

function Arranged({ schoolClass, substitute, name }: ArrangedProps) {
  const end = useEndSubstitute();
  const { name: className } = schoolClass;
  const { full_name: teacher, isNow } = substitute;
  const period = describePeriod(substitute);
  const confirmEnd = async () => {
    const isConfirmed = await askToConfirm({
      title: isNow ? t`Kết thúc dạy thay?` : t`Hủy phân công dạy thay?`,
      message: isNow
        ? t`${teacher} sẽ không vào được lớp ${className} nữa, kể từ bây giờ.`
        : t`${teacher} sẽ không dạy thay lớp ${className}.`,
      confirmLabel: isNow ? t`Kết thúc` : t`Hủy phân công`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    end.mutate(
      { classId: schoolClass.id, substituteId: substitute.id },
      {
        onSuccess: () => toast({ kind: 'success', message: t`Đã kết thúc dạy thay` }),
        onError: (error) =>
          toast({
            kind: 'error',
            message: describeError(error, t`Chưa kết thúc được, hãy thử lại`),
          }),
      },
    );
  };
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <p className={classes.name} lang="vi">
          {name}
        </p>
        <p className={classes.soft}>
          {isNow ? t`Đang dạy thay ${period}` : t`Sẽ dạy thay ${period}`}
        </p>
      </div>
      <Button variant="default" loading={end.isPending} onClick={() => void confirmEnd()}>
        {isNow ? t`Kết thúc` : t`Hủy phân công`}
      </Button>
    </li>
  );
}

interface SubstituteValues {
  teacher_id: UserOption | null;
  class_id: string;
  from: string;
  until: string;
}

interface FormProps extends FormControls {
  target: SubstituteTarget;
  schoolClasses: readonly SchoolClass[];
  onSaved: () => void;
}

function SubstituteForm({ target, schoolClasses, onUnsaved, close, onSaved }: FormProps) {
  const today = useToday();
  const { mutateAsync: addSubstitute } = useAddSubstitute();
  const submission = useSubmissionKey();
  const isForTeacher = 'teacher' in target;
  const homeroomTeacherId = isForTeacher
    ? undefined
    : schoolClasses.find(({ id }) => id === target.classId)?.teacher_id;
  const { form, submit, isSaving, errorMessage } = useServerForm<SubstituteValues>({
    initialValues: {
      teacher_id: isForTeacher ? target.teacher : null,
      class_id: isForTeacher ? '' : String(target.classId),
      from: today,
      until: today,
    },
    validate: {
      teacher_id: (teacher) => (teacher === null ? t`Hãy chọn giáo viên` : null),
      class_id: (id) => (id === '' ? t`Hãy chọn lớp` : null),
      from: (day) => (day === '' ? t`Hãy chọn ngày` : null),
      until: (day) => (day === '' ? t`Hãy chọn ngày` : null),
    },
    save: ({ teacher_id, class_id, from, until }) => {
      const substitute = { teacher_id: teacher_id?.id ?? 0, from, until };
      const classId = Number(class_id);
      return addSubstitute({
        classId,
        substitute,
        key: submission.getKeyFor([classId, substitute]),
      });
    },
    failedMessage: t`Chưa lưu được, hãy thử lại`,
    onUnsaved,
    onSaved: ({ teacher_id }) => {
      const name = teacher_id?.full_name ?? '';
      toast({ kind: 'success', message: t`Đã phân công ${name} dạy thay` });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {isForTeacher ? (
          <NativeSelect
            label={t`Lớp`}
            required
            data={[
              { value: '', label: t`Chọn lớp` },
              ...toClassOptions(
                schoolClasses.filter(({ teacher_id }) => teacher_id !== target.teacher.id),
              ),
            ]}
            {...form.getInputProps('class_id')}
          />
        ) : (
          <UserSelect
            label={t`Giáo viên`}
            placeholder={t`Chọn giáo viên`}
            filter={{ role: 'Teacher', school_id: target.schoolId, status: 'active' }}
            excludedIds={homeroomTeacherId ? [homeroomTeacherId] : []}
            value={form.values.teacher_id}
            error={form.errors.teacher_id as string | undefined}
            onChange={(teacher) => form.setFieldValue('teacher_id', teacher)}
          />
        )}
        <Group grow align="start">
          <TextInput
            type="date"
            label={t`Ngày đầu`}
            required
            min={today}
            {...form.getInputProps('from')}
          />
          <TextInput
            type="date"
            label={t`Ngày cuối`}
            required
            min={form.values.from}
            {...form.getInputProps('until')}
          />
        </Group>
        <FormFooter
          error={errorMessage}
          close={close}
          isSaving={isSaving}
          saveLabel={t`Phân công`}
        />
      </Stack>
    </form>
  );
}
