import { t } from '@lingui/core/macro';
import type { Destination, PlanProblems, PlanSummary } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconArrowsSplit2,
  IconCheck,
  IconChevronRight,
} from '@tabler/icons-react';
import { type DragEvent, useMemo, useRef } from 'react';
import { ClassRow } from './class-row.tsx';
import { CountCell } from './count-cell.tsx';
import { listStudentOptions, listSuccessorOptions } from './destinations.ts';
import classes from './placement-table.module.css';
import type { ClassNames, TableActions } from './placement-table.tsx';
import { distributeEvenly, firstGrade, lastGrade } from './plan-edits.ts';
import {
  countOpen,
  type GradeGroup,
  getGroupFigures,
  type ClassRow as Row,
  toFigures,
} from './plan-rows.ts';
import { describeCount, getGradeName, getMoveName } from './plan-texts.ts';
import { StudentList } from './student-list.tsx';
import { newcomersId, type OpenRows } from './use-open-rows.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  group: GradeGroup;
  school: RolloverSchool;
  plan: RolloverPlan;
  summary: PlanSummary;
  problems: PlanProblems;
  places: ReadonlyMap<number, Destination>;
  studentsByClass: ReadonlyMap<number | null, RolloverSchool['students']>;
  classNames: ClassNames;
  openRows: OpenRows;
  selection: Selection;
  actions: TableActions;
}

/** The classes of one grade under a row with their sums. */
export function GradeRows(props: Props) {
  const { group, summary, openRows } = props;
  const { grade } = group;
  const isOpen = openRows.grades.has(grade);
  const isNew = grade < firstGrade;
  const { promoted, retained, leaving } = getGroupFigures(group, summary);
  const canOpen = () => !isOpen && props.actions.canDrop();
  const openOnDrag = useDragOpening(canOpen, () => openRows.toggleGrade(grade));
  return (
    <tbody>
      <tr className={classes.grade} {...openOnDrag}>
        <th scope="rowgroup" colSpan={2}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            onClick={() => openRows.toggleGrade(grade)}
          >
            <IconChevronRight size={20} aria-hidden />
            <span>{isNew ? t`Tuyển mới` : getGradeName(grade)}</span>
            <IconArrowRight size={18} aria-hidden />
            <span>{grade === lastGrade ? getMoveName('graduating') : getGradeName(grade + 1)}</span>
          </button>
        </th>
        <CountCell name={getMoveName('promoted')} count={promoted} />
        <CountCell name={getMoveName('retained')} count={isNew ? undefined : retained} />
        <CountCell
          name={getMoveName('leaving')}
          count={isNew && leaving === 0 ? undefined : leaving}
        />
        <CountCell name={t`Sĩ số mới`} count={summary.gradeSizes.get(grade + 1)} />
        <td className={classes.teacher}>
          <GroupState {...props} />
        </td>
      </tr>
      {isOpen && isNew && <Newcomers {...props} />}
      {isOpen && <ClassRows {...props} />}
    </tbody>
  );
}

function GroupState({ group, summary, problems }: Props) {
  const { students, teachers } = countOpen(group, summary, problems);
  const count = group.rows.length;
  const missing = [
    ...(students > 0 ? [describeCount(students)] : []),
    ...(teachers > 0 ? [t`${teachers} giáo viên`] : []),
  ].join(', ');
  return missing ? (
    <span className={classes.state} data-open>
      <IconAlertTriangle size={16} aria-hidden />
      {t`thiếu ${missing}`}
    </span>
  ) : (
    <span className={classes.state}>
      <IconCheck size={16} aria-hidden />
      {t`${count} lớp, đủ`}
    </span>
  );
}

/** The students without a class. */
function Newcomers(props: Props) {
  const { school, plan, places, studentsByClass, classNames, openRows, selection, actions } = props;
  const students = studentsByClass.get(null) ?? [];
  const unplaced = students.filter(({ id }) => (places.get(id) ?? null) === null);
  const isOpen = openRows.classes.has(newcomersId);
  const options = useMemo(() => listStudentOptions(classNames, 0), [classNames]);
  const { promoted, leaving, unplaced: count } = toFigures(props.summary.newcomers);
  const total = students.length;
  const hasClasses = classNames.some(({ grade_id }) => grade_id === firstGrade);
  return (
    <>
      <tr className={classes.class} data-open={count > 0 || undefined}>
        <th scope="row" colSpan={2}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            onClick={() => openRows.toggleClass(newcomersId)}
          >
            <IconChevronRight size={18} aria-hidden />
            <span>{t`Chưa có lớp`}</span>{' '}
            <span className={count > 0 ? classes.missing : classes.size}>
              {count > 0 ? t`thiếu ${count}` : describeCount(total)}
            </span>
          </button>
        </th>
        <CountCell name={getMoveName('promoted')} count={promoted} />
        <CountCell name={getMoveName('retained')} />
        <CountCell name={getMoveName('leaving')} count={leaving} />
        <CountCell name={t`Sĩ số mới`} />
        <td className={classes.teacher}>
          {count > 0 && (
            <Button
              variant="default"
              size="compact-md"
              className={classes.small}
              disabled={!hasClasses}
              leftSection={<IconArrowsSplit2 size={18} aria-hidden />}
              onClick={() =>
                actions.edit(
                  distributeEvenly(
                    school,
                    unplaced.map(({ id }) => id),
                  ),
                )
              }
            >
              {t`Phân đều ${count} em`}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className={classes.students}>
          <td colSpan={7}>
            <StudentList
              label={t`Học sinh chưa có lớp`}
              students={students}
              places={places}
              options={options}
              plan={plan}
              selection={selection}
              onMove={actions.moveOne}
              onDrag={actions.drag}
            />
          </td>
        </tr>
      )}
    </>
  );
}

function ClassRows(props: Props) {
  const { group, school, plan, summary, places, studentsByClass, classNames } = props;
  const { openRows, selection, actions } = props;
  const { grade } = group;
  const successorOptions = useMemo(
    () => listSuccessorOptions(classNames, grade),
    [classNames, grade],
  );
  const studentOptions = useMemo(() => listStudentOptions(classNames, grade), [classNames, grade]);
  const successors = new Map(plan.successors.map(({ class_id, to }) => [class_id, to]));
  return group.rows.map((row) => {
    const { oldClass, newClass, isRepeated } = row;
    const isOpen = oldClass !== undefined && openRows.classes.has(oldClass.id);
    const figures = toFigures(oldClass && summary.byClass.get(oldClass.id));
    return (
      <ClassRow
        key={toRowKey(row)}
        classId={oldClass?.id}
        className={oldClass?.name ?? ''}
        studentCount={figures.students}
        promoted={figures.promoted}
        retained={figures.retained}
        leaving={figures.leaving}
        unplaced={figures.unplaced}
        to={oldClass ? (successors.get(oldClass.id) ?? null) : (newClass?.key ?? null)}
        options={successorOptions}
        newKey={newClass?.key}
        newName={newClass?.name}
        newSize={summary.sizes.get(newClass?.key ?? '') ?? 0}
        teacherId={newClass?.teacher_id ?? null}
        isWithoutTeacher={newClass?.isWithoutTeacher ?? false}
        isRepeated={isRepeated}
        isOpen={isOpen}
        teachers={school.teachers}
        findClassName={actions.findClassName}
        onToggle={openRows.toggleClass}
        onSuccessor={actions.chooseSuccessor}
        onTeacher={actions.chooseTeacher}
        canDrop={actions.canDrop}
        onDrop={actions.drop}
      >
        {isOpen && (
          <StudentList
            label={describeList(oldClass.name)}
            students={studentsByClass.get(oldClass.id) ?? []}
            places={places}
            options={studentOptions}
            plan={plan}
            selection={selection}
            onMove={actions.moveOne}
            onDrag={actions.drag}
          />
        )}
      </ClassRow>
    );
  });
}

function toRowKey({ oldClass, newClass }: Row): string {
  return oldClass ? `old ${oldClass.id}` : `new ${newClass?.key}`;
}

function describeList(name: string): string {
  return t`Học sinh lớp ${name}`;
}

const dragOpeningMs = 600;

/** Opens a row when students are held over it for a moment, so that they can be dropped on a class in it. */
function useDragOpening(canOpen: () => boolean, open: () => void) {
  const since = useRef<number>(undefined);
  return {
    onDragOver: () => {
      if (!canOpen()) return;
      since.current ??= Date.now();
      if (Date.now() - since.current >= dragOpeningMs) open();
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) since.current = undefined;
    },
  };
}
