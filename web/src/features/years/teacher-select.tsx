import { t } from '@lingui/core/macro';
import type { RolloverSchool } from '@lop-xanh/contract/years';
import { Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { matchesSearch } from '../../lib/search-text.ts';
import classes from './teacher-select.module.css';

export type Teacher = RolloverSchool['teachers'][number];

/** The id of the field with the teacher of a new class. */
export const toTeacherFieldId = (key: string) => `teacher-${key}`;

const nobody = 'none';

interface Props {
  classKey: string;
  className: string;
  teacherId: number | null;
  /** Whether it is confirmed that the class starts without a teacher. */
  isWithoutTeacher: boolean;
  teachers: readonly Teacher[];
  /** The other class that the teacher has in the plan. */
  findClassName: (teacherId: number) => string | undefined;
  onChange: (teacherId: number | null) => void;
}

/** The homeroom teacher of a new class, found by typing a part of the name. */
export function TeacherSelect({
  classKey,
  className,
  teacherId,
  isWithoutTeacher,
  teachers,
  findClassName,
  onChange,
}: Props) {
  const [isListed, setIsListed] = useState(false);
  const toOption = ({ id, full_name }: Teacher) => ({ value: String(id), label: full_name });
  const emptyOption = { value: nobody, label: t`Để trống` };
  // There may be many of these fields: each lists the teachers only when it is used.
  const shown = isListed ? teachers : teachers.filter(({ id }) => id === teacherId);
  const value = teacherId === null ? (isWithoutTeacher ? nobody : null) : String(teacherId);
  const describeClass = (id: string) => {
    const name = id === nobody ? undefined : findClassName(Number(id));
    return name !== undefined && name !== className ? t`đang nhận ${name}` : '';
  };
  return (
    <Select
      id={toTeacherFieldId(classKey)}
      aria-label={t`Chủ nhiệm lớp ${className}`}
      placeholder={t`Chọn giáo viên`}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t`Không tìm thấy ai`}
      data={[emptyOption, ...shown.map(toOption)]}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && matchesSearch(option.label, search))
      }
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span lang={option.value === nobody ? undefined : 'vi'}>{option.label}</span>
          <span className={classes.note}>{describeClass(option.value)}</span>
        </span>
      )}
      value={value}
      onChange={(id) => id !== null && onChange(id === nobody ? null : Number(id))}
      onFocus={() => setIsListed(true)}
      data-open={value === null || undefined}
      classNames={{ input: classes.input }}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
    />
  );
}
