import type { Account } from '@lop-xanh/contract/accounts';
import { messages } from '@lop-xanh/contract/messages';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { ActionIcon, type NativeSelectProps } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Person } from '../../lib/people.ts';
import { classChoices, schoolClassesQuery, schoolsQuery } from '../../lib/schools.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PersonSelect } from '../../ui/person-select.tsx';
import classes from './account-form.module.css';

interface SchoolProps extends NativeSelectProps {
  isShown: boolean;
  onChoose: (id: string) => void;
}

/** There is nothing to choose for a Mod, whose school is one. */
export function SchoolField({ isShown, onChoose, ...field }: SchoolProps) {
  const { data: all = [] } = useQuery(schoolsQuery);
  const isChoice = isShown && all.some(({ can }) => can.edit);
  if (!isChoice) return null;
  return (
    <NativeSelect
      label="School"
      required
      {...field}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={[
        { value: '', label: messages.accounts.schoolRequired },
        ...all.map(({ id, school_name }) => ({ value: String(id), label: school_name })),
      ]}
    />
  );
}

interface ClassProps extends NativeSelectProps {
  role: Role;
  schoolId: number;
  account: Account | undefined;
}

/** A student's class may be any; a teacher is offered those without a teacher, and their own. */
export function ClassField({ role, schoolId, account, ...field }: ClassProps) {
  const { data: all = [] } = useQuery(schoolClassesQuery(schoolId));
  const offered =
    role === 'Teacher'
      ? all.filter(({ teacher_id }) => teacher_id === null || teacher_id === account?.id)
      : all;
  return (
    <NativeSelect
      label="Lớp"
      {...field}
      data={[{ value: '', label: messages.accounts.pendingAssignment }, ...classChoices(offered)]}
    />
  );
}

interface ChildrenProps {
  schoolId: number;
  childrenOf: Person[];
  error: string | undefined;
  onChange: (children: Person[]) => void;
}

/** Brothers and sisters are found by their names. */
export function ChildrenField({ schoolId, childrenOf, error, onChange }: ChildrenProps) {
  return (
    <div className={classes.wide}>
      {childrenOf.length > 0 && (
        <ul className={classes.children} aria-label="Các con">
          {childrenOf.map((child) => (
            <li key={child.id} className={classes.child}>
              {child.full_name}
              <ActionIcon
                variant="subtle"
                aria-label={`Bỏ ${child.full_name}`}
                onClick={() => onChange(childrenOf.filter(({ id }) => id !== child.id))}
              >
                <IconX size={20} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <PersonSelect
        // A new one for every child that was chosen, so that the field is empty again.
        key={childrenOf.length}
        label="Thêm con"
        placeholder="Tìm học sinh theo tên hoặc mã số"
        among={{ role: 'Student', school_id: schoolId }}
        without={childrenOf.map(({ id }) => id)}
        value={null}
        error={error}
        onChange={(child) => child && onChange([...childrenOf, child])}
      />
    </div>
  );
}
