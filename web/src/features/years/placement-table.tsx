import { t } from '@lingui/core/macro';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import {
  type Destination,
  type PlanProblems,
  type PlanSummary,
  placeStudents,
} from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { groupBy } from '../../lib/group-by.ts';
import { toast } from '../../ui/toast.ts';
import { BulkBar } from './bulk-bar.tsx';
import { listAllOptions } from './destinations.ts';
import { GradeRows } from './grade-rows.tsx';
import classes from './placement-table.module.css';
import {
  confirmWithoutTeacher,
  moveStudents,
  type NewClass,
  type PlanEdit,
  setSuccessor,
  setTeacher,
} from './plan-edits.ts';
import { listGroups } from './plan-rows.ts';
import { describeDestination, getMoveName } from './plan-texts.ts';
import type { OpenRows } from './use-open-rows.ts';
import { useSelection } from './use-selection.ts';

interface Props {
  school: RolloverSchool;
  plan: RolloverPlan;
  summary: PlanSummary;
  problems: PlanProblems;
  openRows: OpenRows;
  edit: (change: PlanEdit) => void;
}

/** Every class with where it goes and who teaches it; an open class shows its students. */
export function PlacementTable({ school, plan, summary, problems, openRows, edit }: Props) {
  const selection = useSelection();
  const groups = useMemo(() => listGroups(school, plan), [school, plan]);
  const places = useMemo(() => placeStudents(school, plan), [school, plan]);
  const studentsByClass = useMemo(
    () => groupBy(school.students, ({ class_id }) => class_id),
    [school],
  );
  const classNames = useClassNames(plan);
  const allOptions = useMemo(() => listAllOptions(classNames), [classNames]);
  const actions = useActions(school, plan, selection, edit);
  const year = formatSchoolYear(school.year);
  return (
    <section className={classes.card} aria-label={t`Xếp lớp và giáo viên`}>
      <table className={classes.table} aria-label={t`Xếp lớp và giáo viên`}>
        <thead>
          <tr>
            <th scope="col">{t`Lớp cũ`}</th>
            <th scope="col">{t`Lớp mới`}</th>
            <th scope="col">{getMoveName('promoted')}</th>
            <th scope="col">{getMoveName('retained')}</th>
            <th scope="col">{getMoveName('leaving')}</th>
            <th scope="col">{t`Sĩ số mới`}</th>
            <th scope="col">{t`Chủ nhiệm ${year}`}</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <GradeRows
            key={group.grade}
            group={group}
            school={school}
            plan={plan}
            summary={summary}
            problems={problems}
            places={places}
            studentsByClass={studentsByClass}
            classNames={classNames}
            openRows={openRows}
            selection={selection}
            actions={actions}
          />
        ))}
      </table>
      <BulkBar
        count={selection.selected.size}
        options={allOptions}
        onMove={(to) => actions.moveAll([...selection.selected], to)}
        onClear={selection.clear}
      />
    </section>
  );
}

/** The names of the new classes; the same list until one of them changes. */
function useClassNames({ classes: newClasses }: RolloverPlan) {
  const text = JSON.stringify(
    newClasses.map(({ key, name, grade_id }) => ({ key, name, grade_id })),
  );
  return useMemo(() => JSON.parse(text) as Pick<NewClass, 'key' | 'name' | 'grade_id'>[], [text]);
}

export type ClassNames = ReturnType<typeof useClassNames>;

/** What can be done in the table, as functions that stay the same: rows that do not change are not rendered. */
function useActions(
  school: RolloverSchool,
  plan: RolloverPlan,
  { selected, clear }: ReturnType<typeof useSelection>,
  edit: Props['edit'],
) {
  const latest = useRef({ school, plan, selected });
  useEffect(() => {
    latest.current = { school, plan, selected };
  });
  const dragged = useRef<readonly number[] | null>(null);

  const moveOne = useCallback(
    (id: number, to: Destination) => edit(moveStudents(latest.current.school, [id], to)),
    [edit],
  );
  const moveAll = useCallback(
    (ids: readonly number[], to: Destination) => {
      edit(moveStudents(latest.current.school, ids, to));
      clear();
      const [count, place] = [ids.length, describeDestination(to, latest.current.plan)];
      toast({ kind: 'success', message: t`Đã chuyển ${count} em: ${place}` });
    },
    [edit, clear],
  );
  const drag = useCallback((id: number | null) => {
    const isSelected = id !== null && latest.current.selected.has(id);
    if (id === null) dragged.current = null;
    else dragged.current = isSelected ? [...latest.current.selected] : [id];
  }, []);
  const drop = useCallback(
    (to: Destination) => {
      if (dragged.current) moveAll(dragged.current, to);
    },
    [moveAll],
  );
  const canDrop = useCallback(() => dragged.current !== null, []);
  const chooseSuccessor = useCallback(
    (classId: number, to: Destination) => edit(setSuccessor(classId, to)),
    [edit],
  );
  const chooseTeacher = useCallback(
    (key: string, teacherId: number | null) =>
      edit(teacherId === null ? confirmWithoutTeacher(key) : setTeacher(key, teacherId)),
    [edit],
  );
  const findClassName = useCallback(
    (teacherId: number) =>
      latest.current.plan.classes.find(({ teacher_id }) => teacher_id === teacherId)?.name,
    [],
  );
  return {
    edit,
    moveOne,
    moveAll,
    drag,
    drop,
    canDrop,
    chooseSuccessor,
    chooseTeacher,
    findClassName,
  };
}

export type TableActions = ReturnType<typeof useActions>;
