import { t } from '@lingui/core/macro';
import type { ImportCounts, ImportJob } from '@lop-xanh/contract/student-import';
import { Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconMailForward, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../language/format-count.ts';
import { useRefreshAdminQueries } from '../../lib/admin-mutations.ts';
import { describeError } from '../../lib/api-errors.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Modal } from '../../ui/modal.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { getLeaveQuestion, IssuedPasswordsDialog } from '../accounts/public.ts';
import { LetterList } from '../families/public.ts';
import classes from './import-page.module.css';
import { jobQuery, useFirstPasswords, useLetters } from './student-import.api.ts';

interface Props {
  id: number;
  schoolName: string;
  onOther: () => void;
}

/** A running import, or the result of one that is over. */
export function JobView({ id, schoolName, onOther }: Props) {
  return (
    <Loaded
      query={useQuery(jobQuery(id))}
      skeleton={<CardSkeleton lines={4} />}
      failedMessage={t`Không tải được lần nhập này`}
      hasCard
    >
      {(job) => (
        <section className={classes.card} aria-label={t`Lần nhập`}>
          <Job job={job} schoolName={schoolName} />
          {job.state !== 'running' && (
            <Button variant="default" className={classes.other} onClick={onOther}>
              {t`Nhập tệp khác`}
            </Button>
          )}
        </section>
      )}
    </Loaded>
  );
}

function Job({ job, schoolName }: { job: ImportJob; schoolName: string }) {
  const refresh = useRefreshAdminQueries();
  const wasRunning = useRef(job.state === 'running');
  useEffect(() => {
    if (job.state === 'running' || !wasRunning.current) return;
    wasRunning.current = false;
    void refresh();
  }, [job.state, refresh]);

  if (job.state === 'running') return <Running job={job} />;
  if (!job.result) {
    return (
      <FormError message={t`Lần nhập bị dừng giữa chừng, chưa có gì được ghi. Hãy nhập lại tệp.`} />
    );
  }
  return (
    <>
      <div role="status">
        <h2 className={classes.done}>
          <IconCircleCheck size={26} aria-hidden /> {t`Đã nhập xong`}
        </h2>
      </div>
      <p className={classes.soft}>
        {job.started_by && <span lang="vi">{job.started_by} · </span>}
        <DateTime instant={job.finished_at ?? job.started_at} />
      </p>
      <ResultCounts counts={job.result} />
      <ToPrint job={job} schoolName={schoolName} />
    </>
  );
}

function Running({ job: { done, total } }: { job: ImportJob }) {
  const shown = { done: formatCount(done), total: formatCount(total) };
  return (
    <>
      <h2>{t`Đang ghi ${shown.done} / ${shown.total} tài khoản`}</h2>
      <Progress value={total === 0 ? 0 : (100 * done) / total} size="lg" aria-label={t`Đang ghi`} />
      <p className={classes.soft}>{t`Có thể rời trang này; kết quả vẫn ở đây khi bạn quay lại.`}</p>
    </>
  );
}

export function ResultCounts({ counts }: { counts: ImportCounts }) {
  const created = formatCount(counts.created);
  const changed = formatCount(counts.changed);
  const unchanged = formatCount(counts.unchanged);
  const skipped = formatCount(counts.skipped);
  const parents = formatCount(counts.parents);
  const newClasses = formatCount(counts.classes);
  const texts = [
    t`${created} học sinh mới`,
    ...(counts.changed > 0 ? [t`${changed} cập nhật`] : []),
    ...(counts.unchanged > 0 ? [t`${unchanged} giữ nguyên`] : []),
    ...(counts.skipped > 0 ? [t`${skipped} dòng bỏ qua`] : []),
    ...(counts.parents > 0 ? [t`${parents} phụ huynh mới`] : []),
    ...(counts.classes > 0 ? [t`${newClasses} lớp mới`] : []),
  ];
  return <p className={classes.counts}>{texts.join(' · ')}</p>;
}

/** The first passwords of students and parents, by class; they are made when they are printed. */
function ToPrint({ job, schoolName }: { job: ImportJob; schoolName: string }) {
  // The list of classes is empty once the passwords are issued, but their parents still need letters.
  const [waiting] = useState(job.classes);
  const [done, setDone] = useState(0);
  // A second letter would make the first one worthless.
  const [lettered, setLettered] = useState<ReadonlySet<number>>(new Set());
  const passwords = useFirstPasswords();
  const letters = useLetters();
  const students = job.classes.reduce((sum, item) => sum + item.students, 0);
  const shownStudents = formatCount(students);
  const isBusy = passwords.isPending || letters.isPending;
  const error = passwords.error ?? letters.error;
  const { length: total } = waiting;
  if (total === 0) return null;
  const classIds = waiting.map(({ id }) => id);
  const unlettered = classIds.filter((id) => !lettered.has(id));
  const onIssued = (id: number) => setLettered((before) => new Set([...before, id]));
  return (
    <div className={classes.print}>
      <p>{t`Học sinh và phụ huynh mới chưa có mật khẩu. Mật khẩu lần đầu được tạo khi in và chỉ hiện một lần.`}</p>
      <div className={classes.answers}>
        <Button
          leftSection={<IconPrinter size={20} aria-hidden />}
          disabled={isBusy || students === 0}
          loading={passwords.isPending}
          onClick={() => passwords.mutate({ classIds, onClass: setDone })}
        >
          {t`Thẻ của ${shownStudents} học sinh`}
        </Button>
        <Button
          variant="default"
          leftSection={<IconMailForward size={20} aria-hidden />}
          disabled={isBusy || unlettered.length === 0}
          loading={letters.isPending}
          onClick={() => letters.mutate({ classIds: unlettered, onClass: setDone, onIssued })}
        >
          {t`Thư cho phụ huynh`}
        </Button>
      </div>
      {isBusy && <p role="status">{t`Đang tạo: lớp ${done + 1} / ${total}`}</p>}
      <FormError message={error && describeError(error, t`Chưa tạo được mật khẩu, hãy thử lại`)} />
      {passwords.data && passwords.data.length > 0 && (
        <IssuedPasswordsDialog
          accounts={passwords.data}
          schoolName={schoolName}
          onClose={passwords.reset}
        />
      )}
      {letters.data && (
        <LettersDialog letters={letters.data} schoolName={schoolName} onClose={letters.reset} />
      )}
    </div>
  );
}

interface LettersProps {
  letters: NonNullable<ReturnType<typeof useLetters>['data']>;
  schoolName: string;
  onClose: () => void;
}

function LettersDialog({ letters, schoolName, onClose }: LettersProps) {
  const confirmDiscard = useConfirmDiscard(letters.length > 0, getLeaveQuestion());
  return (
    <Modal
      opened
      onClose={() => void confirmDiscard(onClose)}
      title={t`Thư cho phụ huynh`}
      size="56rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      {letters.length > 0 ? (
        <LetterList letters={letters} schoolName={schoolName}>
          <Button onClick={onClose}>{t`Xong`}</Button>
        </LetterList>
      ) : (
        <p>{t`Không có thư nào cần in`}</p>
      )}
    </Modal>
  );
}
