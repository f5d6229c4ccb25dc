import { t } from '@lingui/core/macro';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import type { PlanProblems, PlanSummary } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan } from '@lop-xanh/contract/years';
import { IconCheck } from '@tabler/icons-react';
import { formatCount } from '../../language/format-count.ts';
import classes from './steps.module.css';

export type Step = 'classes' | 'placement' | 'checks' | 'start';

interface Props {
  plan: RolloverPlan;
  summary: PlanSummary;
  problems: PlanProblems;
  taskCount: number;
  current: Step;
  onChoose: (step: Step) => void;
}

/** How far the preparation is, and the way to each part of it. */
export function Steps({
  plan,
  summary: { totals },
  problems,
  taskCount,
  current,
  onChoose,
}: Props) {
  const day = formatDay(plan.first_monday);
  const classCount = formatCount(plan.classes.length);
  const [placed, students, staffed] = [
    totals.students - totals.unplaced,
    totals.students,
    plan.classes.length - problems.withoutTeacher.length,
  ].map(formatCount) as [string, string, string];
  const isPlaced = totals.unplaced === 0 && problems.withoutTeacher.length === 0;
  const steps: { step: Step; title: string; text: string; isDone: boolean }[] = [
    {
      step: 'classes',
      title: t`Lớp mới`,
      text: t`${classCount} lớp, tuần 1 từ ${day}`,
      isDone: plan.classes.length > 0 && problems.sameNames.length === 0,
    },
    {
      step: 'placement',
      title: t`Xếp lớp và giáo viên`,
      text: t`${placed} / ${students} em · ${staffed} / ${classCount} lớp`,
      isDone: isPlaced,
    },
    {
      step: 'checks',
      title: t`Kiểm tra`,
      text: taskCount === 0 ? t`không còn việc nào` : t`${taskCount} việc còn lại`,
      isDone: taskCount === 0,
    },
    {
      step: 'start',
      title: t`Bắt đầu`,
      text: t`một lần, hoàn tác được 7 ngày`,
      isDone: false,
    },
  ];
  return (
    <nav aria-label={t`Các bước`}>
      <ol className={classes.steps}>
        {steps.map(({ step, title, text, isDone }, index) => (
          <li key={step}>
            <button
              type="button"
              className={classes.step}
              aria-current={step === current ? 'step' : undefined}
              data-done={isDone || undefined}
              onClick={() => onChoose(step)}
            >
              <span className={classes.mark} aria-hidden>
                {isDone && step !== current ? <IconCheck size={18} /> : index + 1}
              </span>
              <span className={classes.text}>
                <span className={classes.title}>{title}</span>
                <span className={classes.detail}>{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
