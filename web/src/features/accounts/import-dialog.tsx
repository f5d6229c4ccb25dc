import '../../ui/modal-styles.ts';
import type { ImportReport, TabledPeople } from '@lop-xanh/contract/account-tables';
import type { School } from '@lop-xanh/contract/schools';
import { Button, Loader, Modal } from '@mantine/core';
import { useState } from 'react';
import { ApiError, errorMessageOr } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormError } from '../../ui/form-error.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { useDryRun, useImport } from './account-tables.api.ts';
import classes from './import-dialog.module.css';
import { problemsFrom } from './import-problems.ts';
import { ImportPreview, ImportProblems, Outcomes } from './import-report.tsx';
import { HandedList, shownOnce } from './issued-passwords.tsx';
import { TablePicker } from './table-picker.tsx';

interface Props {
  school: School;
  people: TabledPeople;
  onClose: () => void;
}

const titles: Record<TabledPeople, string> = {
  students: 'Import students',
  teachers: 'Import teachers',
};

/** A table is looked through first, with every problem by row and column, and then taken in whole. */
export function ImportDialog({ school, people, onClose }: Props) {
  const ofSchool = { people, schoolId: school.id };
  const dryRun = useDryRun(ofSchool);
  const taking = useImport(ofSchool);
  const submission = useSubmissionKey();
  const [file, setFile] = useState<File>();

  const pick = (picked: File) => {
    setFile(picked);
    taking.reset();
    submission.forget();
    dryRun.mutate(picked);
  };
  const take = () => {
    if (!file || taking.isPending) return;
    const key = submission.keyFor([file.name, file.size, file.lastModified]);
    taking.mutate({ file, key });
  };
  const isBusy = dryRun.isPending || taking.isPending;
  const hasPasswords = taking.data !== undefined && taking.data.accounts.length > 0;
  const guarded = useUnsavedGuard(taking.isPending || hasPasswords, shownOnce);
  return (
    <Modal
      opened
      onClose={isBusy ? () => {} : () => void guarded(onClose)}
      title={titles[people]}
      size="56rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      {taking.data ? (
        <Taken report={taking.data} schoolName={school.school_name} onClose={onClose} />
      ) : (
        <>
          <TablePicker people={people} file={file} isDisabled={isBusy} onPick={pick} />
          {dryRun.isPending && <Busy words="Đang kiểm tra từng dòng…" />}
          <FormError
            message={
              dryRun.error && errorMessageOr('Chưa kiểm tra được tệp, hãy chọn lại.', dryRun.error)
            }
          />
          {dryRun.data && !dryRun.isPending && (
            <Checked
              report={dryRun.data}
              error={taking.error}
              isTaking={taking.isPending}
              onTake={take}
            />
          )}
        </>
      )}
    </Modal>
  );
}

const unclear = 'Máy chủ không trả lời, hãy thử lại. Chưa rõ tệp đã được ghi hay chưa.';

interface CheckedProps {
  report: ImportReport;
  error: Error | null;
  isTaking: boolean;
  onTake: () => void;
}

function Checked({ report, error, isTaking, onTake }: CheckedProps) {
  // Something may have changed since the dry run: a refused commit tells what is wrong now.
  const refused = error instanceof ApiError ? problemsFrom(error.issues) : [];
  const problems = refused.length > 0 ? refused : report.problems;
  const isNothing = report.created + report.changed === 0;
  return (
    <>
      <Outcomes report={report} problems={problems.length} />
      {problems.length > 0 ? (
        <ImportProblems problems={problems} />
      ) : (
        <ImportPreview rows={report.rows} />
      )}
      <FormError message={error && errorMessageOr(unclear, error)} />
      {isTaking && <Busy words="Đang ghi, việc này có thể mất vài phút. Xin đừng đóng trang." />}
      <div className={classes.buttons}>
        <Button disabled={problems.length > 0 || isNothing} loading={isTaking} onClick={onTake}>
          {isNothing && problems.length === 0
            ? 'Không có gì thay đổi'
            : `Ghi ${report.created + report.changed} dòng`}
        </Button>
      </div>
    </>
  );
}

interface TakenProps {
  report: ImportReport;
  schoolName: string;
  onClose: () => void;
}

function Taken({ report, schoolName, onClose }: TakenProps) {
  const done = <Button onClick={onClose}>Xong</Button>;
  const isUnseen = report.created > 0 && report.accounts.length === 0;
  return (
    <>
      <Outcomes report={report} problems={0} />
      {isUnseen && (
        <FormError message="Tệp đã được ghi ở lần gửi trước nên mật khẩu không hiện lại. Hãy đặt lại mật khẩu cả lớp để in thẻ." />
      )}
      {report.accounts.length > 0 ? (
        <HandedList accounts={report.accounts} schoolName={schoolName}>
          {done}
        </HandedList>
      ) : (
        <div className={classes.buttons}>{done}</div>
      )}
    </>
  );
}

function Busy({ words }: { words: string }) {
  return (
    <p className={classes.busy} role="status">
      <Loader size={22} aria-hidden /> {words}
    </p>
  );
}
