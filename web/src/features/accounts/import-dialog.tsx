import { t } from '@lingui/core/macro';
import type { ImportReport } from '@lop-xanh/contract/account-tables';
import type { School } from '@lop-xanh/contract/schools';
import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { ApiError, describeError, translateIssue } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { useDryRun, useImport } from './account-tables.api.ts';
import classes from './import-dialog.module.css';
import { toCellProblems } from './import-problems.ts';
import { ImportPreview, ImportProblems, ImportSummary } from './import-report.tsx';
import { getLeaveQuestion, IssuedPasswordList } from './issued-passwords.tsx';
import { TablePicker } from './table-picker.tsx';

interface Props {
  school: School;
  onClose: () => void;
}

/** Imports teachers. A dry run lists every problem by row and column; the import then takes all rows or none. */
export function ImportDialog({ school, onClose }: Props) {
  const scope = { kind: 'teachers', schoolId: school.id } as const;
  const dryRun = useDryRun(scope);
  const tableImport = useImport(scope);
  const submission = useSubmissionKey();
  const [file, setFile] = useState<File>();

  const pick = (picked: File) => {
    setFile(picked);
    tableImport.reset();
    submission.reset();
    dryRun.mutate(picked);
  };
  const importFile = () => {
    if (!file || tableImport.isPending) return;
    const key = submission.getKeyFor([file.name, file.size, file.lastModified]);
    tableImport.mutate({ file, key });
  };
  const isBusy = dryRun.isPending || tableImport.isPending;
  const { accounts = [] } = tableImport.data ?? {};
  const isUnsaved = tableImport.isPending || accounts.length > 0;
  const confirmDiscard = useConfirmDiscard(isUnsaved, getLeaveQuestion());
  return (
    <Modal
      opened
      onClose={isBusy ? () => {} : () => void confirmDiscard(onClose)}
      title={t`Nhập giáo viên`}
      size="56rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      {tableImport.data ? (
        <ImportResult report={tableImport.data} schoolName={school.school_name} onClose={onClose} />
      ) : (
        <>
          <TablePicker file={file} isDisabled={isBusy} onPick={pick} />
          {dryRun.isPending && <Busy message={t`Đang kiểm tra từng dòng…`} />}
          <FormError
            message={
              dryRun.error && describeError(dryRun.error, t`Chưa kiểm tra được tệp, hãy chọn lại.`)
            }
          />
          {dryRun.data && !dryRun.isPending && (
            <DryRunResult
              report={dryRun.data}
              error={tableImport.error}
              isImporting={tableImport.isPending}
              onImport={importFile}
            />
          )}
        </>
      )}
    </Modal>
  );
}

interface DryRunResultProps {
  report: ImportReport;
  error: Error | null;
  isImporting: boolean;
  onImport: () => void;
}

function DryRunResult({ report, error, isImporting, onImport }: DryRunResultProps) {
  // Data may have changed since the dry run: the error of a failed import lists the current problems.
  const importProblems = error instanceof ApiError ? toCellProblems(error.issues) : [];
  const problems = importProblems.length > 0 ? importProblems : report.problems.map(translateIssue);
  const count = report.created + report.changed;
  const hasNoChanges = count === 0 && problems.length === 0;
  const noResponseMessage = t`Máy chủ không trả lời, hãy thử lại. Chưa rõ tệp đã được ghi hay chưa.`;
  return (
    <>
      <ImportSummary report={report} problemCount={problems.length} />
      {problems.length > 0 ? (
        <ImportProblems problems={problems} />
      ) : (
        <ImportPreview rows={report.rows} />
      )}
      <FormError message={error && describeError(error, noResponseMessage)} />
      {isImporting && (
        <Busy message={t`Đang ghi, việc này có thể mất vài phút. Xin đừng đóng trang.`} />
      )}
      <div className={classes.buttons}>
        <Button
          disabled={problems.length > 0 || hasNoChanges}
          loading={isImporting}
          onClick={onImport}
        >
          {hasNoChanges ? t`Không có gì thay đổi` : t`Ghi ${count} dòng`}
        </Button>
      </div>
    </>
  );
}

interface ImportResultProps {
  report: ImportReport;
  schoolName: string;
  onClose: () => void;
}

function ImportResult({ report, schoolName, onClose }: ImportResultProps) {
  const { accounts } = report;
  const doneButton = <Button onClick={onClose}>{t`Xong`}</Button>;
  const isReplay = report.created > 0 && accounts.length === 0;
  return (
    <>
      <ImportSummary report={report} problemCount={0} />
      {isReplay && (
        <FormError
          message={t`Tệp đã được ghi ở lần gửi trước nên mật khẩu không hiện lại. Hãy đặt lại mật khẩu của từng người.`}
        />
      )}
      {accounts.length > 0 ? (
        <IssuedPasswordList accounts={accounts} schoolName={schoolName}>
          {doneButton}
        </IssuedPasswordList>
      ) : (
        <div className={classes.buttons}>{doneButton}</div>
      )}
    </>
  );
}

function Busy({ message }: { message: string }) {
  return (
    <p className={classes.busy} role="status">
      <Loader size={22} aria-hidden /> {message}
    </p>
  );
}
