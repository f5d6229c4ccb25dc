import { t } from '@lingui/core/macro';
import type { Destination } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import { type KeyboardEvent, memo, type ReactNode, useMemo } from 'react';
import { PersonLink } from '../people/public.ts';
import { DenseSelect, type SelectOptions } from './dense-select.tsx';
import { toDestination, toValue, withOption } from './destinations.ts';
import { describeDestination } from './plan-texts.ts';
import classes from './student-list.module.css';
import type { Selection } from './use-selection.ts';

type Student = RolloverSchool['students'][number];

/** The id of the select that decides where a student goes. */
export const toStudentFieldId = (id: number) => `student-${id}`;

interface Props {
  label: string;
  students: readonly Student[];
  places: ReadonlyMap<number, Destination>;
  /** The usual destinations. */
  options: SelectOptions;
  plan: RolloverPlan;
  selection: Selection;
  onMove: (id: number, to: Destination) => void;
  /** Called with null when the student was dropped. */
  onDrag: (id: number | null) => void;
  /** More buttons above the list. */
  children?: ReactNode;
}

/** Where each student of a class goes. Several can be selected and moved at once. */
export function StudentList({
  label,
  students,
  places,
  options,
  plan,
  selection: { selected, select, selectOne },
  onMove,
  onDrag,
  children,
}: Props) {
  const ids = useMemo(() => students.map(({ id }) => id), [students]);
  const isAllSelected = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <div className={classes.panel}>
      <div className={classes.tools}>
        <label className={classes.all}>
          <input
            type="checkbox"
            className={classes.checkbox}
            checked={isAllSelected}
            disabled={ids.length === 0}
            onChange={(event) => select(ids, event.currentTarget.checked)}
          />
          {t`Chọn tất cả`}
        </label>
        <p className={classes.hint}>{t`Giữ Shift để chọn liền nhau, kéo thả vào lớp để chuyển.`}</p>
        {children}
      </div>
      <ul className={classes.list} aria-label={label}>
        {students.map((student) => {
          const to = places.get(student.id) ?? null;
          return (
            <StudentRow
              key={student.id}
              student={student}
              to={to}
              place={describeDestination(to, plan)}
              options={options}
              isSelected={selected.has(student.id)}
              ids={ids}
              onSelect={selectOne}
              onMove={onMove}
              onDrag={onDrag}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** The arrow keys move from checkbox to checkbox; with Shift they select the students on the way. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const list = event.currentTarget.closest('ul');
  const boxes = [...(list?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? [])];
  const index = boxes.indexOf(event.currentTarget);
  const next = boxes[index + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (!event.shiftKey) return;
  for (const box of [boxes[index], next]) if (box && !box.checked) box.click();
}

interface RowProps {
  student: Student;
  to: Destination;
  /** The name of where the student goes. */
  place: string;
  options: SelectOptions;
  isSelected: boolean;
  ids: readonly number[];
  onSelect: Selection['selectOne'];
  onMove: Props['onMove'];
  onDrag: Props['onDrag'];
}

const StudentRow = memo(function StudentRow({
  student: { id, full_name: name, identifier_code },
  to,
  place,
  options,
  isSelected,
  ids,
  onSelect,
  onMove,
  onDrag,
}: RowProps) {
  const value = toValue(to);
  const allOptions = useMemo(() => withOption(options, value, place), [options, value, place]);
  return (
    <li>
      <div
        role="presentation"
        className={classes.student}
        data-selected={isSelected || undefined}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', name);
          event.dataTransfer.effectAllowed = 'move';
          onDrag(id);
        }}
        onDragEnd={() => onDrag(null)}
      >
        <label className={classes.name}>
          <input
            type="checkbox"
            className={classes.checkbox}
            checked={isSelected}
            onChange={(event) => {
              const { shiftKey } = event.nativeEvent as MouseEvent;
              onSelect(id, event.currentTarget.checked, ids, shiftKey);
            }}
            onKeyDown={moveFocus}
          />
          <span>
            <span lang="vi">
              <PersonLink id={id} isPlain>
                {name}
              </PersonLink>
            </span>
            {identifier_code !== null && <span className={classes.code}> {identifier_code}</span>}
          </span>
        </label>
        <DenseSelect
          id={toStudentFieldId(id)}
          label={t`${name} đến`}
          value={value}
          options={allOptions}
          isOpen={to === null}
          onChange={(chosen) => onMove(id, toDestination(chosen))}
        />
      </div>
    </li>
  );
});
