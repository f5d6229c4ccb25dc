import { t } from '@lingui/core/macro';
import { dropStaleReferences, type PlanProblems } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './checks-panel.module.css';
import { toSuccessorFieldId } from './class-row.tsx';
import { firstMondayFieldId, toNameFieldId } from './new-classes.tsx';
import { listNames } from './plan-changes.ts';
import { confirmWithoutTeacher, distributeEvenly, type PlanEdit } from './plan-edits.ts';
import { listGroups } from './plan-rows.ts';
import type { PlanTask } from './plan-tasks.ts';
import { toStudentFieldId } from './student-list.tsx';
import { toTeacherFieldId } from './teacher-select.tsx';
import { newcomersId, type OpenRows } from './use-open-rows.ts';

/** More are shown on request. */
const maxTasks = 6;
const maxNames = 3;

interface Props {
  school: RolloverSchool;
  plan: RolloverPlan;
  problems: PlanProblems;
  tasks: readonly PlanTask[];
  /** Focuses a field of the table, */
  reveal: OpenRows['reveal'];
  /** and one of the list of new classes. */
  revealClasses: (fieldId: string) => void;
  edit: (change: PlanEdit) => void;
}

/** What is still open, each with a button that leads there, and what is in order. */
export function ChecksPanel(props: Props) {
  const { tasks, problems } = props;
  const [isWhole, setIsWhole] = useState(false);
  const more = tasks.length - maxTasks;
  return (
    <section className={classes.card} aria-labelledby="checks">
      <h2 id="checks" tabIndex={-1} className={classes.title}>
        {t`Kiểm tra`}
      </h2>
      <ul className={classes.list}>
        {(isWhole ? tasks : tasks.slice(0, maxTasks)).map((task) => (
          <Task key={toTaskKey(task)} task={task} {...props} />
        ))}
        {more > 0 && !isWhole && (
          <li>
            <Button variant="subtle" fullWidth onClick={() => setIsWhole(true)}>
              {t`Xem thêm ${more} việc`}
            </Button>
          </li>
        )}
        {listPassed(problems).map((text) => (
          <li key={text} className={classes.item} data-kind="passed">
            <IconCircleCheck size={22} aria-hidden />
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function listPassed(problems: PlanProblems): string[] {
  return [
    ...(problems.unplaced.length === 0 ? [t`Em nào cũng có chỗ`] : []),
    t`Không em nào ở hai lớp`,
    ...(problems.withoutTeacher.length === 0 ? [t`Lớp nào cũng đã rõ giáo viên`] : []),
    ...(problems.sharedTeachers.length === 0 ? [t`Mỗi giáo viên nhiều nhất một lớp`] : []),
    ...(problems.sameNames.length === 0 ? [t`Tên lớp không trùng nhau`] : []),
  ];
}

function toTaskKey(task: PlanTask): string {
  const id = 'key' in task ? task.key : 'classId' in task ? task.classId : '';
  return `${task.kind} ${id}`;
}

interface TaskProps extends Props {
  task: PlanTask;
}

function Task(props: TaskProps) {
  const { title, detail, button, isWarning } = describeTask(props);
  const { task, edit } = props;
  const Icon = isWarning ? IconAlertTriangle : IconAlertCircle;
  return (
    <li className={classes.item} data-kind={isWarning ? 'warning' : 'error'}>
      <Icon size={22} aria-hidden />
      <div className={classes.text}>
        <p className={classes.name}>{title}</p>
        {detail && <p className={classes.detail}>{detail}</p>}
        {task.kind === 'teacher' && (
          <button
            type="button"
            className={classes.confirm}
            aria-label={`${t`Xác nhận để trống`}: ${title}`}
            onClick={() => edit(confirmWithoutTeacher(task.key))}
          >
            {t`Xác nhận để trống`}
          </button>
        )}
      </div>
      <Button
        variant="default"
        className={classes.button}
        aria-label={`${button.label}: ${title}`}
        onClick={button.onClick}
      >
        {button.label}
      </Button>
    </li>
  );
}

interface TaskDescription {
  title: string;
  detail?: string;
  button: { label: string; onClick: () => void };
  /** Set for what can also be confirmed as it is. */
  isWarning?: boolean;
}

function describeTask({
  task,
  school,
  plan,
  reveal,
  revealClasses,
  edit,
}: TaskProps): TaskDescription {
  const gradeOf = (classId: number) =>
    school.classes.find(({ id }) => id === classId)?.grade_id ?? 0;
  const groupOf = (key: string) =>
    listGroups(school, plan).find(({ rows }) =>
      rows.some(({ newClass, isRepeated }) => newClass?.key === key && !isRepeated),
    )?.grade ?? 0;
  const revealTeacher = (key: string) =>
    reveal({ grade: groupOf(key), fieldId: toTeacherFieldId(key) });
  switch (task.kind) {
    case 'students': {
      const { classId, className, ids } = task;
      const count = ids.length;
      const names = new Set(ids);
      const detail = listNames(
        school.students.filter(({ id }) => names.has(id)).map(({ full_name }) => full_name),
        maxNames,
      );
      if (classId === undefined) {
        const hasClasses = plan.classes.some(({ grade_id }) => grade_id === 1);
        const distribute = () => edit(distributeEvenly(school, ids));
        const open = () =>
          reveal({ grade: 0, classId: newcomersId, fieldId: toStudentFieldId(ids[0] ?? 0) });
        return {
          title: t`${count} em tuyển mới chưa xếp lớp`,
          detail,
          button: hasClasses
            ? { label: t`Phân đều`, onClick: distribute }
            : { label: t`Xếp lớp`, onClick: open },
        };
      }
      return {
        title: t`${className}: ${count} em chưa xếp lớp`,
        detail,
        button: {
          label: t`Xếp lớp`,
          onClick: () =>
            reveal({ grade: gradeOf(classId), classId, fieldId: toStudentFieldId(ids[0] ?? 0) }),
        },
      };
    }
    case 'teacher': {
      const { key, className } = task;
      return {
        title: t`${className} chưa có giáo viên`,
        button: { label: t`Chọn`, onClick: () => revealTeacher(key) },
        isWarning: true,
      };
    }
    case 'sharedTeacher': {
      const { teacher, key } = task;
      return {
        title: t`${teacher} có nhiều lớp`,
        detail: task.classNames.join(', '),
        button: { label: t`Sửa`, onClick: () => revealTeacher(key) },
      };
    }
    case 'sameName': {
      const { key, className } = task;
      return {
        title: t`Có nhiều lớp tên ${className}`,
        button: { label: t`Đổi tên`, onClick: () => revealClasses(toNameFieldId(key)) },
      };
    }
    case 'earlyGraduation': {
      const { classId, className } = task;
      return {
        title: t`${className} ra trường khi chưa học lớp 5`,
        button: {
          label: t`Sửa`,
          onClick: () => reveal({ grade: gradeOf(classId), fieldId: toSuccessorFieldId(classId) }),
        },
      };
    }
    case 'firstMonday':
      return {
        title: t`Chưa chọn tuần 1`,
        button: { label: t`Chọn`, onClick: () => revealClasses(firstMondayFieldId) },
      };
    case 'outdated':
      return {
        title: t`Trường đã thay đổi`,
        detail: t`Bản nháp còn nhắc đến người hoặc lớp không còn nữa.`,
        button: {
          label: t`Cập nhật`,
          onClick: () => edit((current) => dropStaleReferences(school, current)),
        },
      };
  }
}
