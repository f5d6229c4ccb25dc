import { t } from '@lingui/core/macro';
import type { PlanSummary } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { askToConfirm } from '../../ui/dialogs.ts';
import { ClassGenerator } from './class-generator.tsx';
import { FirstMondaySelect } from './first-monday-select.tsx';
import classes from './new-classes.module.css';
import {
  addClass,
  addMissingClasses,
  allGrades,
  deleteClass,
  type NewClass,
  type PlanEdit,
  renameClass,
  setFirstMonday,
  suggestName,
} from './plan-edits.ts';
import { getGradeName } from './plan-texts.ts';

/** The ids of the fields to which the checks lead. */
export const firstMondayFieldId = 'first-monday';
export const toNameFieldId = (key: string) => `name-${key}`;

const maxNameLength = 100;

interface Props {
  school: RolloverSchool;
  plan: RolloverPlan;
  summary: PlanSummary;
  edit: (change: PlanEdit) => void;
  reveal: (fieldId: string) => void;
}

/** The first week and the classes of the new year. */
export function NewClasses({ school, plan, summary, edit, reveal }: Props) {
  return (
    <section className={classes.card} aria-label={t`Lớp mới`}>
      <div className={classes.tools}>
        <FirstMondaySelect
          id={firstMondayFieldId}
          label={t`Tuần 1 từ thứ hai`}
          year={school.year}
          value={plan.first_monday}
          onChange={(day) => edit(setFirstMonday(day))}
        />
        <ClassGenerator
          countNew={(grades, endings) =>
            addMissingClasses(grades, endings)(plan).classes.length - plan.classes.length
          }
          onGenerate={(grades, endings) => edit(addMissingClasses(grades, endings))}
        />
      </div>
      {allGrades.map((grade) => (
        <Grade
          key={grade}
          grade={grade}
          newClasses={plan.classes.filter(({ grade_id }) => grade_id === grade)}
          sizes={summary.sizes}
          edit={edit}
          onAdd={() => {
            const name = suggestName(plan, grade);
            const change = addClass(grade, name);
            edit(change);
            reveal(
              toNameFieldId(change(plan).classes.find((added) => added.name === name)?.key ?? ''),
            );
          }}
        />
      ))}
    </section>
  );
}

interface GradeProps {
  grade: number;
  newClasses: readonly NewClass[];
  sizes: PlanSummary['sizes'];
  edit: (change: PlanEdit) => void;
  onAdd: () => void;
}

function Grade({ grade, newClasses, sizes, edit, onAdd }: GradeProps) {
  const name = getGradeName(grade);
  const count = newClasses.length;
  return (
    <section className={classes.grade} aria-label={name}>
      <h2 className={classes.title}>
        {name} <span className={classes.count}>{t`${count} lớp`}</span>
      </h2>
      <ul className={classes.list}>
        {newClasses.map((newClass) => (
          <li key={newClass.key}>
            <ClassName
              classKey={newClass.key}
              name={newClass.name}
              size={sizes.get(newClass.key) ?? 0}
              edit={edit}
            />
          </li>
        ))}
        <li>
          <Button
            variant="default"
            className={classes.add}
            aria-label={t`Thêm lớp: ${name}`}
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={onAdd}
          >
            {t`Thêm lớp`}
          </Button>
        </li>
      </ul>
    </section>
  );
}

interface NameProps {
  classKey: string;
  name: string;
  size: number;
  edit: (change: PlanEdit) => void;
}

/** A class is renamed when its field is left; an empty name counts as none. */
const ClassName = memo(function ClassName({ classKey, name, size, edit }: NameProps) {
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    const newName = typed?.trim();
    if (newName && newName !== name) edit(renameClass(classKey, newName));
    setTyped(undefined);
  };
  const remove = async () => {
    const isConfirmed =
      size === 0 ||
      (await askToConfirm({
        title: t`Xóa lớp ${name}?`,
        message: t`${size} em trong kế hoạch của lớp này sẽ chưa có lớp.`,
        confirmLabel: t`Xóa`,
        isDanger: true,
      }));
    if (isConfirmed) edit(deleteClass(classKey));
  };
  return (
    <div className={classes.class}>
      <TextInput
        id={toNameFieldId(classKey)}
        aria-label={t`Tên lớp ${name}`}
        maxLength={maxNameLength}
        value={typed ?? name}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit();
          if (key === 'Escape') setTyped(undefined);
        }}
        className={classes.name}
      />
      <ActionIcon
        variant="subtle"
        className={classes.delete}
        aria-label={t`Xóa lớp ${name}`}
        title={t`Xóa`}
        onClick={() => void remove()}
      >
        <IconTrash size={20} />
      </ActionIcon>
    </div>
  );
});
