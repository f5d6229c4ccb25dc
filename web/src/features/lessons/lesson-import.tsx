import { t } from '@lingui/core/macro';
import type { CellProblem } from '@lop-xanh/contract/account-tables';
import { spreadsheetType } from '@lop-xanh/contract/rules/file-types';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Button, Checkbox, Loader, Stack } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { withKeys } from '../../lib/with-keys.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextItems } from '../../ui/text-items.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { describeChange } from './describe-changes.ts';
import { importWeeks } from './import-weeks.ts';
import type { LessonDraft } from './lesson-draft.ts';
import classes from './lesson-import.module.css';
import { listChanges } from './lesson-versions.ts';
import { readLessonTable } from './lessons.api.ts';

interface Props {
  draft: LessonDraft;
  onImport: (imported: LessonDraft) => void;
  onClose: () => void;
}

/** Shows what a file would change week by week, and takes it into the draft. Only Save saves it. */
export function LessonImport({ draft, onImport, onClose }: Props) {
  const [file, setFile] = useState<File>();
  const [removesOthers, setRemovesOthers] = useState(false);
  const { data: table, error, isPending, mutate } = useMutation({ mutationFn: readLessonTable });
  const imported = table && importWeeks(draft, table.weeks, { removesOthers });
  const changes = imported ? listChanges(draft, imported) : [];
  const others = table ? countOthers(draft, importWeeks(draft, table.weeks, allGone)) : 0;
  const maxRows = String(limits.maxLessonEntries);
  const maxMegabytes = limits.maxTableBytes / 1024 / 1024;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Nhập các tuần từ tệp`}
      size="56rem"
      fullScreen={useIsMobile()}
      closeOnClickOutside={false}
    >
      <Stack>
        <p>
          {t`Mỗi dòng là một tuần, với các cột như tệp tải về. Chưa có gì được lưu cho đến khi bạn bấm Lưu.`}
        </p>
        <DropZone
          icon={IconTableImport}
          title={file ? file.name : t`Chọn tệp CSV hoặc Excel`}
          hint={t`Kéo thả vào đây hoặc bấm để chọn, nhiều nhất ${maxRows} dòng và ${maxMegabytes} MB`}
          accept={`.csv,.xlsx,text/csv,${spreadsheetType}`}
          isDisabled={isPending}
          onFiles={([picked]) => {
            if (!picked) return;
            setFile(picked);
            mutate(picked);
          }}
        />
        {isPending && (
          <p role="status">
            <Loader size={22} aria-hidden /> {t`Đang kiểm tra từng dòng…`}
          </p>
        )}
        <FormError message={error && describeError(error, t`Chưa đọc được tệp, hãy chọn lại.`)} />
        {table && <Problems problems={table.problems} />}
        {others > 0 && (
          <Checkbox
            label={t`Xóa ${others} tuần không có trong tệp`}
            checked={removesOthers}
            onChange={(event) => setRemovesOthers(event.currentTarget.checked)}
          />
        )}
        {imported && (
          <section aria-labelledby="table-changes">
            <h3 id="table-changes">{t`Sẽ thay đổi trong bản nháp`}</h3>
            {changes.length === 0 ? (
              <p>{t`Tệp không thay đổi gì.`}</p>
            ) : (
              <ul className={classes.changes}>
                <TextItems lines={changes.map(describeChange)} />
              </ul>
            )}
          </section>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t`Hủy`}
          </Button>
          <Button
            disabled={!imported || changes.length === 0}
            onClick={() => {
              if (imported) onImport(imported);
              onClose();
            }}
          >
            {t`Đưa vào bản nháp`}
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}

const allGone = { removesOthers: true };

/** How many weeks of the draft the file does not have. */
function countOthers({ weeks }: LessonDraft, table: LessonDraft): number {
  const keys = new Set(table.weeks.map(({ key }) => key));
  return weeks.filter(({ key }) => !keys.has(key)).length;
}

function Problems({ problems }: { problems: readonly CellProblem[] }) {
  if (problems.length === 0) return null;
  const rows = withKeys(problems, ({ row, column }) => `${row} ${column}`);
  return (
    <div>
      <p>{t`Những ô này còn lỗi. Bạn có thể sửa trong tệp rồi chọn lại, hoặc đưa vào bản nháp và sửa ở đó.`}</p>
      <DataTable
        label={t`Các lỗi trong tệp`}
        rows={rows}
        getRowKey={({ key }) => key}
        columns={[
          { name: t`Dòng`, cell: ({ item }) => item.row },
          { name: t`Cột`, cell: ({ item }) => item.column || '—' },
          { name: t`Lỗi`, cell: ({ item }) => item.message },
        ]}
      />
    </div>
  );
}
