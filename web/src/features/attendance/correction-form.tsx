import { t } from '@lingui/core/macro';
import type { AttendanceWeek } from '@lop-xanh/contract/attendance';
import type { SchoolClass, Student } from '@lop-xanh/contract/classes';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Button, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { FormError } from '../../ui/form-error.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { describeMark } from './attendance-labels.ts';
import { clearCorrectionDraft, otherReason } from './correction-draft.ts';
import classes from './correction-form.module.css';
import { KeyHints } from './key-hints.tsx';
import sheet from './sheet.module.css';
import { SheetDate } from './sheet-date.tsx';
import type { SheetId } from './sheet-draft.ts';
import { SheetRow } from './sheet-row.tsx';
import { useCorrection } from './use-correction.ts';
import { useCorrectionSubmission } from './use-correction-submission.ts';
import { useRowActions } from './use-row-actions.ts';
import { useSheetKeys } from './use-sheet-keys.ts';

interface Props {
  sheetId: SheetId;
  schoolClass: SchoolClass;
  saved: AttendanceWeek;
  /** The class as it is now; some students on the sheet may have left. */
  students: readonly Student[];
  onClose: () => void;
}

const listCommonReasons = () => [
  t`Đánh dấu nhầm học sinh`,
  t`Học sinh đến muộn`,
  t`Gia đình báo sau`,
  t`Ghi chú sai`,
];

/** The form in which a saved sheet is corrected: marks and notes, then one reason for all of them. */
export function CorrectionForm({ sheetId, schoolClass, saved, students, onClose }: Props) {
  const { week } = sheetId;
  const { name: className } = schoolClass;
  const photoById = new Map(students.map(({ id, avt }) => [id, avt]));
  const rows = saved.records.map((record) => ({
    ...record,
    id: record.student_id,
    first_name: record.full_name,
    avt: photoById.get(record.student_id) ?? '',
  }));
  const correction = useCorrection(sheetId, saved.records);
  const { submit, isSending, errorMessage } = useCorrectionSubmission(
    sheetId,
    schoolClass,
    onClose,
  );
  const { list, next, currentIndex, setCurrentIndex, onKeyDown } = useSheetKeys<
    (typeof rows)[number],
    HTMLSelectElement
  >(rows, correction);
  const actions = useRowActions(rows, correction, setCurrentIndex);
  const { corrected, reason, ownReason } = correction;
  const reasonText = reason === otherReason ? ownReason.trim() : reason;
  const count = corrected.length;
  const cancel = () => {
    clearCorrectionDraft(sheetId);
    onClose();
  };

  return (
    <section className={sheet.sheet} aria-label={t`Sửa điểm danh tuần ${week}`}>
      <div className={sheet.head}>
        <div>
          <h2 className={sheet.title}>
            {t`Lớp ${className} · Tuần ${week}`} <SheetDate date={saved.date} />
          </h2>
          <p className={sheet.soft}>{t`Sửa những chỗ sai, rồi chọn lý do và lưu.`}</p>
        </div>
        <Button
          variant="default"
          disabled={!correction.undo}
          onClick={() => correction.undo?.()}
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
        >
          {t`Hoàn tác`}
        </Button>
        <KeyHints
          hints={[
            { keys: ['P'], text: t`có mặt` },
            { keys: ['A'], text: t`vắng` },
            { keys: ['C'], text: t`có phép` },
            { keys: ['↑', '↓'], text: t`đi tới` },
            { keys: ['N'], text: t`ghi chú` },
            { keys: ['Enter'], text: t`chọn lý do` },
          ]}
        />
      </div>
      <div
        ref={list}
        role="grid"
        tabIndex={-1}
        aria-label={t`Học sinh trong buổi điểm danh`}
        className={sheet.list}
        style={{ gridTemplateRows: `repeat(${Math.ceil(rows.length / 2)}, auto)` }}
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => {
          const { status, note, isExcused } = correction.getMark(row);
          const former = correction.findFormerMark(row);
          return (
            <SheetRow
              key={row.id}
              student={row}
              index={index}
              status={status}
              note={note}
              isExcused={isExcused ?? false}
              former={former && describeMark(former)}
              isCurrent={index === currentIndex}
              isPicking={false}
              actions={actions}
            />
          );
        })}
      </div>
      <form
        className={`${sheet.foot} ${sheet.sticky} ${classes.foot}`}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(corrected, reasonText);
        }}
      >
        <FormError message={errorMessage} />
        <div className={classes.reason}>
          <NativeSelect
            ref={next}
            aria-label={t`Lý do sửa`}
            value={reason}
            onChange={({ currentTarget }) => correction.setReason(currentTarget.value)}
            data={[
              { value: '', label: t`Chọn lý do sửa` },
              ...listCommonReasons(),
              { value: otherReason, label: t`Lý do khác` },
            ]}
          />
          {reason === otherReason && (
            <TextInput
              aria-label={t`Lý do khác`}
              placeholder={t`Viết lý do`}
              maxLength={limits.maxReasonLength}
              value={ownReason}
              onChange={({ currentTarget }) => correction.setOwnReason(currentTarget.value)}
            />
          )}
        </div>
        <div className={sheet.send}>
          <span className={sheet.soft} aria-live="polite">
            {count === 0 ? t`Chưa sửa gì` : t`${count} thay đổi`}
          </span>
          <Button variant="default" onClick={cancel}>
            {t`Hủy`}
          </Button>
          <Button type="submit" disabled={count === 0 || reasonText === ''} loading={isSending}>
            {t`Lưu sửa đổi`}
          </Button>
        </div>
      </form>
    </section>
  );
}
