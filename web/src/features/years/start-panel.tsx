import { t } from '@lingui/core/macro';
import { formatDay, formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import type { PlanSummary } from '@lop-xanh/contract/rules/rollover';
import type { RolloverPlan, RolloverSchool } from '@lop-xanh/contract/years';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconLock, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../language/format-count.ts';
import { describeError } from '../../lib/api-errors.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { getMoveName } from './plan-texts.ts';
import classes from './start-panel.module.css';
import { useStartYear } from './years.api.ts';

interface Props {
  school: RolloverSchool;
  plan: RolloverPlan;
  totals: PlanSummary['totals'];
  taskCount: number;
  /** Saves what is unsaved and returns the version. */
  flush: () => Promise<number | undefined>;
}

/** The totals of the plan and the button that starts the year. */
export function StartPanel(props: Props) {
  const { plan, totals, taskCount } = props;
  const [isAsking, setIsAsking] = useState(false);
  const day = formatDay(plan.first_monday);
  const isReady = taskCount === 0;
  return (
    <section className={classes.card} aria-labelledby="start">
      <h2 id="start" tabIndex={-1} className={classes.title}>
        {t`Bắt đầu`} <span className={classes.week}>{t`tuần 1 từ ${day}`}</span>
      </h2>
      <Totals totals={totals} />
      <Button
        fullWidth
        size="md"
        className={classes.start}
        disabled={!isReady}
        aria-haspopup={isReady ? 'dialog' : undefined}
        leftSection={
          isReady ? <IconPlayerPlay size={20} aria-hidden /> : <IconLock size={20} aria-hidden />
        }
        onClick={() => setIsAsking(true)}
      >
        {isReady ? t`Bắt đầu năm học` : t`Bắt đầu năm học · còn ${taskCount} việc`}
      </Button>
      <p className={classes.note}>
        <IconArrowBackUp size={18} aria-hidden />
        {t`Hoàn tác trọn vẹn trong 7 ngày, đến khi có phiếu điểm danh hoặc bài đầu tiên của năm mới.`}
      </p>
      {isAsking && <StartDialog {...props} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

/** How many students go where. */
function Totals({ totals }: Pick<Props, 'totals'>) {
  const size = formatCount(totals.size);
  const classCount = formatCount(totals.classes);
  const moves = ['promoted', 'retained', 'admitted', 'graduating', 'leaving', 'unplaced'] as const;
  return (
    <dl className={classes.totals}>
      {moves
        .filter((move) => move !== 'unplaced' || totals.unplaced > 0)
        .map((move) => (
          <div key={move} data-open={move === 'unplaced' || undefined}>
            <dt>{getMoveName(move)}</dt>
            <dd>{formatCount(totals[move])}</dd>
          </div>
        ))}
      <div className={classes.sum}>
        <dt>{t`Năm mới có`}</dt>
        <dd>{t`${size} em · ${classCount} lớp`}</dd>
      </div>
    </dl>
  );
}

function StartDialog({ school, totals, flush, onClose }: Props & { onClose: () => void }) {
  const start = useStartYear(school.school_id);
  const [isSaving, setIsSaving] = useState(false);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const year = formatSchoolYear(school.year);
  const isBusy = isSaving || start.isPending;
  const startYear = async () => {
    setIsSaving(true);
    const version = await flush();
    setIsSaving(false);
    setIsUnsaved(version === undefined);
    if (version === undefined) return;
    start.mutate(version, {
      onSuccess: () => toast({ kind: 'success', message: t`Năm học ${year} đã bắt đầu` }),
    });
  };
  const error = isUnsaved
    ? t`Bản nháp chưa lưu được, hãy thử lại.`
    : start.error && describeError(start.error, t`Chưa bắt đầu được, hãy thử lại.`);
  return (
    <Modal
      opened
      title={t`Bắt đầu năm học ${year}?`}
      closeOnClickOutside={false}
      onClose={isBusy ? () => {} : onClose}
    >
      <p className={classes.school} lang="vi">
        {school.school_name}
      </p>
      <p className={classes.question}>
        {t`Mọi người chuyển sang lớp mới ngay lúc này. Tài khoản của các em ra trường và rời đi sẽ ngừng hoạt động.`}
      </p>
      <Totals totals={totals} />
      <FormError message={error} />
      <div className={classes.buttons}>
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          {t`Hủy`}
        </Button>
        <Button loading={isBusy} data-autofocus onClick={() => void startYear()}>
          {t`Bắt đầu`}
        </Button>
      </div>
    </Modal>
  );
}
