import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { AccountTableKind, ImportReport } from '@lop-xanh/contract/account-tables';
import type { School } from '@lop-xanh/contract/schools';
import { Button, Loader, Tabs } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, describeError, translateIssue } from '../../lib/api-errors.ts';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { tabClasses } from '../../ui/panel-tabs.ts';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { LetterList } from '../families/public.ts';
import { type SamePhone, useDryRun, useImport } from './account-tables.api.ts';
import classes from './import-dialog.module.css';
import { toCellProblems } from './import-problems.ts';
import { ImportPreview, ImportProblems, ImportSummary } from './import-report.tsx';
import { getLeaveQuestion, IssuedPasswordList } from './issued-passwords.tsx';
import { SamePhoneQuestion } from './same-phone-question.tsx';
import { TablePicker } from './table-picker.tsx';

interface Props {
  school: School;
  kind: AccountTableKind;
  onClose: () => void;
}

const titles: Record<AccountTableKind, MessageDescriptor> = {
  students: msg`Nhập học sinh`,
  teachers: msg`Nhập giáo viên`,
};

/** A dry run lists every problem by row and column; the import then takes all rows or none. */
export function ImportDialog({ school, kind, onClose }: Props) {
  const scope = { kind, schoolId: school.id };
  const dryRun = useDryRun(scope);
  const tableImport = useImport(scope);
  const submission = useSubmissionKey();
  const [file, setFile] = useState<File>();
  const [samePhone, setSamePhone] = useState<SamePhone>();

  const pick = (picked: File) => {
    setFile(picked);
    setSamePhone(undefined);
    tableImport.reset();
    submission.reset();
    dryRun.mutate(picked);
  };
  const importFile = () => {
    if (!file || tableImport.isPending) return;
    const key = submission.getKeyFor([file.name, file.size, file.lastModified, samePhone]);
    tableImport.mutate({ file, samePhone, key });
  };
  const isBusy = dryRun.isPending || tableImport.isPending;
  const { accounts = [], parents } = tableImport.data ?? {};
  const hasPasswords = accounts.length > 0 || (parents?.letters ?? []).length > 0;
  const isUnsaved = tableImport.isPending || hasPasswords;
  const confirmDiscard = useConfirmDiscard(isUnsaved, getLeaveQuestion());
  return (
    <Modal
      opened
      onClose={isBusy ? () => {} : () => void confirmDiscard(onClose)}
      title={i18n._(titles[kind])}
      size="56rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      {tableImport.data ? (
        <ImportResult report={tableImport.data} schoolName={school.school_name} onClose={onClose} />
      ) : (
        <>
          <TablePicker kind={kind} file={file} isDisabled={isBusy} onPick={pick} />
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
              samePhone={samePhone}
              onSamePhone={setSamePhone}
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
  samePhone: SamePhone | undefined;
  onSamePhone: (samePhone: SamePhone) => void;
  onImport: () => void;
}

function DryRunResult({
  report,
  error,
  isImporting,
  samePhone,
  onSamePhone,
  onImport,
}: DryRunResultProps) {
  // Data may have changed since the dry run: the error of a failed import lists the current problems.
  const importProblems = error instanceof ApiError ? toCellProblems(error.issues) : [];
  const problems = importProblems.length > 0 ? importProblems : report.problems.map(translateIssue);
  const { created, changed, parents } = report;
  const count = created + changed;
  const hasNoChanges = count === 0 && parents.created + parents.linked === 0;
  const isAsking = problems.length === 0 && parents.samePhone.length > 0;
  const isBlocked = isAsking && !samePhone;
  const noResponseMessage = t`Máy chủ không trả lời, hãy thử lại. Chưa rõ tệp đã được ghi hay chưa.`;
  return (
    <>
      <ImportSummary report={report} problemCount={problems.length} hasOpenQuestion={isAsking} />
      {isAsking && (
        <SamePhoneQuestion parents={parents.samePhone} answer={samePhone} onAnswer={onSamePhone} />
      )}
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
          disabled={problems.length > 0 || isBlocked || (hasNoChanges && !isAsking)}
          loading={isImporting}
          leftSection={isBlocked && <IconLock size={20} aria-hidden />}
          onClick={onImport}
        >
          {isBlocked
            ? t`Ghi ${count} dòng · còn 1 câu hỏi`
            : hasNoChanges && !isAsking && problems.length === 0
              ? t`Không có gì thay đổi`
              : t`Ghi ${count} dòng`}
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
  const { accounts, parents } = report;
  const { letters } = parents;
  const doneButton = <Button onClick={onClose}>{t`Xong`}</Button>;
  const isReplay =
    (report.created > 0 && accounts.length === 0) || (parents.created > 0 && letters.length === 0);
  const passwordList = (
    <IssuedPasswordList accounts={accounts} schoolName={schoolName}>
      {doneButton}
    </IssuedPasswordList>
  );
  const letterList = (
    <LetterList letters={letters} schoolName={schoolName}>
      {doneButton}
    </LetterList>
  );
  return (
    <>
      <ImportSummary report={report} problemCount={0} />
      {isReplay && (
        <FormError
          message={t`Tệp đã được ghi ở lần gửi trước nên mật khẩu không hiện lại. Hãy đặt lại mật khẩu cả lớp để in thẻ.`}
        />
      )}
      {accounts.length > 0 && letters.length > 0 ? (
        // What is on screen is what is printed.
        <Tabs defaultValue="accounts" keepMounted={false} classNames={tabClasses}>
          <Tabs.List aria-label={t`Để in và phát`}>
            <Tabs.Tab value="accounts">{t`Thẻ của học sinh`}</Tabs.Tab>
            <Tabs.Tab value="letters">{t`Thư cho phụ huynh`}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="accounts" pt="md">
            {passwordList}
          </Tabs.Panel>
          <Tabs.Panel value="letters" pt="md">
            {letterList}
          </Tabs.Panel>
        </Tabs>
      ) : accounts.length > 0 ? (
        passwordList
      ) : letters.length > 0 ? (
        letterList
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
