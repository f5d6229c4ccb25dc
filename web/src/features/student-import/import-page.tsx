import { t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useSubmissionKey } from '../../lib/submission-key.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { FormError } from '../../ui/form-error.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useConfirmDiscard } from '../../ui/use-confirm-discard.ts';
import { useDownload } from '../../ui/use-download.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { downloadTemplate, TableDropZone } from '../accounts/public.ts';
import { SchoolFilter, WithSchool } from '../schools/public.ts';
import { ColumnPanel } from './column-panel.tsx';
import { FilePanel } from './file-panel.tsx';
import { giveAnswer, mapColumn, noChoices, takeBack, toImportAnswers } from './given-answers.ts';
import { ImportFooter } from './import-footer.tsx';
import classes from './import-page.module.css';
import { JobView } from './job-view.tsx';
import { PastImports } from './past-imports.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import { useStart } from './student-import.api.ts';
import { useListCheck } from './use-list-check.ts';

/** Imports a school's own list of students: the file is read, checked, corrected on the page, and written as a job. */
export function ImportPage() {
  return (
    <WithSchool pageTitle={t`Nhập danh sách học sinh`}>
      {(school) => <SchoolImport key={school.id} school={school} />}
    </WithSchool>
  );
}

function SchoolImport({ school }: { school: School }) {
  const { params, choose } = useUrlParams();
  const { isLoading, save } = useDownload();
  const jobId = Number(params.get('job'));
  return (
    <div>
      <PageHeader title={t`Nhập danh sách học sinh`}>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          disabled={isLoading}
          onClick={() => void save(() => downloadTemplate('students', 'xlsx'))}
        >
          {t`Tệp mẫu`}
        </Button>
        <Button
          variant="default"
          component={Link}
          to={`${paths.accounts}?school=${school.id}&tab=students`}
        >
          {t`Về danh sách`}
        </Button>
      </PageHeader>
      <p className={classes.school} lang="vi">
        {school.school_name}
      </p>
      {jobId ? (
        <JobView
          key={jobId}
          id={jobId}
          schoolName={school.school_name}
          onOther={() => choose({ job: null })}
        />
      ) : (
        <ListImport school={school} onStart={(id) => choose({ job: id })} />
      )}
    </div>
  );
}

interface Props {
  school: School;
  onStart: (jobId: number) => void;
}

function ListImport({ school, onStart }: Props) {
  const [file, setFile] = useState<File>();
  const isMobile = useIsMobile();
  const [choices, setChoices] = useState(noChoices);
  const options = toImportAnswers(choices);
  const { check, error, isChecking, retry } = useListCheck(school.id, file, options);
  const start = useStart();
  const submission = useSubmissionKey();
  const isAnswered = choices.given.length + choices.columns.length > 0 && !start.isSuccess;
  const confirmDiscard = useConfirmDiscard(isAnswered || start.isPending);

  // Not before the answers count as sent: leaving the page would ask about them.
  const jobId = start.data?.id;
  useEffect(() => {
    if (jobId) onStart(jobId);
  }, [jobId, onStart]);

  const pick = (picked: File | undefined) => {
    setFile(picked);
    setChoices(noChoices);
    start.reset();
    submission.reset();
  };
  const write = () => {
    if (!file || start.isPending) return;
    const key = submission.getKeyFor([file.name, file.size, file.lastModified, options]);
    start.mutate({ schoolId: school.id, file, options, key }, { onError: retry });
  };
  if (!file) {
    return (
      <>
        <SchoolFilter />
        <div className={classes.card}>
          <TableDropZone file={undefined} isDisabled={false} onPick={pick} />
          <p className={classes.hint}>
            {t`Dùng chính danh sách của trường: nhiều trang, mỗi trang một lớp, có dòng tiêu đề hay chữ ký đều được. Tệp không được giữ lại.`}
          </p>
        </div>
        <PastImports schoolId={school.id} />
      </>
    );
  }
  if (!check) {
    return error ? (
      <div className={classes.card}>
        <ErrorState message={describeError(error, t`Chưa kiểm tra được tệp`)} retry={retry} />
        <TableDropZone file={file} isDisabled={isChecking} onPick={pick} />
      </div>
    ) : (
      <p className={classes.busy} role="status">
        <Loader size={22} aria-hidden /> {t`Đang đọc và kiểm tra từng dòng…`}
      </p>
    );
  }
  // On a phone, the many columns would push the problems far down.
  const columnPanel = (
    <ColumnPanel
      columns={check.columns}
      isDisabled={start.isPending}
      onChoose={(heading, field) => setChoices((made) => mapColumn(made, heading, field))}
    />
  );
  return (
    <>
      <div className={classes.panels}>
        <div className={classes.left}>
          <FilePanel
            file={file}
            check={check}
            isDisabled={start.isPending}
            onOtherFile={() => void confirmDiscard(() => pick(undefined))}
          />
          {!isMobile && columnPanel}
        </div>
        <ProblemPanel
          check={check}
          choices={choices}
          isChecking={isChecking}
          onAnswer={(answer) => setChoices((made) => giveAnswer(made, answer))}
          onTakeBack={(answer) => setChoices((made) => takeBack(made, answer))}
        />
        {isMobile && columnPanel}
      </div>
      <FormError
        message={error ? describeError(error, t`Chưa kiểm tra được tệp, hãy thử lại`) : null}
      />
      <FormError
        message={
          start.error &&
          describeError(
            start.error,
            t`Máy chủ không trả lời, hãy thử lại. Chưa rõ tệp đã được ghi hay chưa.`,
          )
        }
      />
      <ImportFooter
        check={check}
        isChecking={isChecking}
        isStarting={start.isPending}
        onWrite={write}
      />
    </>
  );
}
