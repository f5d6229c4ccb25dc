import { t } from '@lingui/core/macro';
import type { Account } from '@lop-xanh/contract/accounts';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { ActionIcon, type NativeSelectProps } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { schoolClassesQuery, toClassOptions } from '../classes/public.ts';
import { schoolsQuery } from '../schools/public.ts';
import classes from './account-form.module.css';
import type { UserOption } from './user-options.ts';
import { UserSelect } from './user-select.tsx';

interface SchoolProps extends NativeSelectProps {
  isShown: boolean;
  onChoose: (id: string) => void;
}

/** A Mod has only one school, so there is nothing to choose. */
export function SchoolField({ isShown, onChoose, ...field }: SchoolProps) {
  const { data: schools = [] } = useQuery(schoolsQuery);
  const canChoose = isShown && schools.some(({ can }) => can.edit);
  if (!canChoose) return null;
  return (
    <NativeSelect
      label={t`Trường`}
      required
      {...field}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={[
        { value: '', label: messages.accounts.schoolRequired },
        ...schools.map(({ id, school_name }) => ({ value: String(id), label: school_name })),
      ]}
    />
  );
}

interface ClassProps extends NativeSelectProps {
  role: Role;
  schoolId: number;
  account: Account | undefined;
}

/** A student can join any class; a teacher only one without a teacher. */
export function ClassField({ role, schoolId, account, ...field }: ClassProps) {
  const { data: schoolClasses = [] } = useQuery(schoolClassesQuery(schoolId));
  const options =
    role === 'Teacher'
      ? schoolClasses.filter(({ teacher_id }) => teacher_id === null || teacher_id === account?.id)
      : schoolClasses;
  return (
    <NativeSelect
      label={t`Lớp`}
      {...field}
      data={[{ value: '', label: messages.accounts.pendingAssignment }, ...toClassOptions(options)]}
    />
  );
}

interface ChildrenProps {
  schoolId: number;
  students: UserOption[];
  error: string | undefined;
  onChange: (students: UserOption[]) => void;
}

export function ChildrenField({ schoolId, students, error, onChange }: ChildrenProps) {
  return (
    <div className={classes.wide}>
      {students.length > 0 && (
        <ul className={classes.children} aria-label={t`Các con`}>
          {students.map(({ id, full_name }) => (
            <li key={id} className={classes.child}>
              <span lang="vi">{full_name}</span>
              <ActionIcon
                variant="subtle"
                aria-label={t`Bỏ ${full_name}`}
                onClick={() => onChange(students.filter((student) => student.id !== id))}
              >
                <IconX size={20} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <UserSelect
        // Remounting empties the field after each choice.
        key={students.length}
        label={t`Thêm con`}
        placeholder={t`Tìm học sinh theo tên hoặc mã số`}
        filter={{ role: 'Student', school_id: schoolId }}
        excludedIds={students.map(({ id }) => id)}
        value={null}
        error={error}
        onChange={(student) => student && onChange([...students, student])}
      />
    </div>
  );
}
