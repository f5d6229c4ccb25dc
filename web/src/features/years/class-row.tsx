import { t } from '@lingui/core/macro';
import type { Destination } from '@lop-xanh/contract/rules/rollover';
import { IconArrowRight, IconChevronRight } from '@tabler/icons-react';
import { type DragEvent, memo, type ReactNode, useState } from 'react';
import { CountCell } from './count-cell.tsx';
import { DenseSelect, type SelectOptions } from './dense-select.tsx';
import { toDestination, toValue } from './destinations.ts';
import classes from './placement-table.module.css';
import { describeCount, getMoveName } from './plan-texts.ts';
import { type Teacher, TeacherSelect } from './teacher-select.tsx';

/** The id of the field that says where a class goes. */
export const toSuccessorFieldId = (classId: number) => `successor-${classId}`;

interface Props {
  /** Undefined for a new class that nobody comes to as a class. */
  classId: number | undefined;
  className: string;
  studentCount: number;
  promoted: number;
  retained: number;
  leaving: number;
  unplaced: number;
  to: Destination;
  options: SelectOptions;
  newKey: string | undefined;
  newName: string | undefined;
  newSize: number;
  teacherId: number | null;
  isWithoutTeacher: boolean;
  /** Set if a row above has the same new class. */
  isRepeated: boolean;
  isOpen: boolean;
  teachers: readonly Teacher[];
  findClassName: (teacherId: number) => string | undefined;
  onToggle: (classId: number) => void;
  onSuccessor: (classId: number, to: Destination) => void;
  onTeacher: (key: string, teacherId: number | null) => void;
  /** Whether students are being dragged. */
  canDrop: () => boolean;
  onDrop: (to: Destination) => void;
  /** The students, while the class is open. */
  children?: ReactNode;
}

/** A class of the current year and where it goes, or a new class. Students can be dropped on it. */
export const ClassRow = memo(function ClassRow(props: Props) {
  const { classId, className, promoted, retained, leaving, unplaced, to, newSize, isOpen } = props;
  const drop = useDrop(props);
  return (
    <>
      <tr className={classes.class} data-open={unplaced > 0 || undefined} {...drop}>
        <th scope="row">
          {classId === undefined ? (
            <span className={classes.added}>{t`Lớp mới`}</span>
          ) : (
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={isOpen}
              onClick={() => props.onToggle(classId)}
            >
              <IconChevronRight size={18} aria-hidden />
              <span lang="vi">{className}</span> <ClassSize {...props} />
            </button>
          )}
        </th>
        <td className={classes.successor}>
          <IconArrowRight size={18} aria-hidden />
          {classId === undefined ? (
            <strong lang="vi">{props.newName}</strong>
          ) : (
            <DenseSelect
              id={toSuccessorFieldId(classId)}
              label={t`Lớp mới của ${className}`}
              value={toValue(to)}
              options={props.options}
              isOpen={to === null}
              onChange={(value) => props.onSuccessor(classId, toDestination(value))}
            />
          )}
        </td>
        {classId === undefined ? (
          <>
            <CountCell name={getMoveName('promoted')} />
            <CountCell name={getMoveName('retained')} />
            <CountCell name={getMoveName('leaving')} />
          </>
        ) : (
          <>
            <CountCell name={getMoveName('promoted')} count={promoted} />
            <CountCell name={getMoveName('retained')} count={retained} />
            <CountCell name={getMoveName('leaving')} count={leaving} />
          </>
        )}
        <CountCell name={t`Sĩ số mới`} count={props.newKey === undefined ? undefined : newSize} />
        <td className={classes.teacher}>
          <RowTeacher {...props} />
        </td>
      </tr>
      {isOpen && (
        <tr className={classes.students}>
          <td colSpan={7}>{props.children}</td>
        </tr>
      )}
    </>
  );
});

function ClassSize({ studentCount, unplaced }: Props) {
  return unplaced > 0 ? (
    <span className={classes.missing}>{t`thiếu ${unplaced}`}</span>
  ) : (
    <span className={classes.size}>{describeCount(studentCount)}</span>
  );
}

function RowTeacher(props: Props) {
  const { newKey, newName, isRepeated, onTeacher } = props;
  if (newKey === undefined || newName === undefined) return null;
  if (isRepeated) return <span className={classes.size}>{t`cùng lớp ${newName}`}</span>;
  return (
    <TeacherSelect
      classKey={newKey}
      className={newName}
      teacherId={props.teacherId}
      isWithoutTeacher={props.isWithoutTeacher}
      teachers={props.teachers}
      findClassName={props.findClassName}
      onChange={(teacherId) => onTeacher(newKey, teacherId)}
    />
  );
}

function useDrop({ to, canDrop, onDrop }: Props) {
  const [isOver, setIsOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (to === null || !canDrop()) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      if (to !== null) onDrop(to);
    },
  };
}
