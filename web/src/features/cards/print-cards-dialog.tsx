import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { Checkbox, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { FormFooter } from '../../ui/form-footer.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { RadioList } from '../../ui/radio-list.tsx';
import { type ClassCards, useCardIssue } from './issue-cards.ts';
import classes from './print-cards-dialog.module.css';

export interface IssuedSheets {
  sheets: readonly ClassCards[];
  error: string | null;
}

interface Props {
  schoolClasses: readonly SchoolClass[];
  chosen: SchoolClass;
  onIssued: (issued: IssuedSheets) => void;
  onClose: () => void;
}

/** Issues and prints the cards of one class or of several. */
export function PrintCardsDialog({ schoolClasses, chosen, onIssued, onClose }: Props) {
  const [classIds, setClassIds] = useState<readonly number[]>([chosen.id]);
  const [isForAll, setIsForAll] = useState(false);
  const [givePictures, setGivePictures] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { issueAll, progress } = useCardIssue();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (classIds.length === 0) return setProblem(t`Hãy chọn ít nhất một lớp`);
    setProblem(null);
    const students = isForAll ? null : 'without card';
    const { sheets, error } = await issueAll({ classIds, students, givePictures });
    const message = error === null ? null : describeError(error, t`Chưa tạo được thẻ, hãy thử lại`);
    if (sheets.length > 0) return onIssued({ sheets, error: message });
    setProblem(message ?? t`Không có em nào chưa có thẻ`);
  };
  return (
    <FormModal title={t`In thẻ đăng nhập`} size="34rem" onClose={onClose}>
      {({ close }) => (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Stack>
            {schoolClasses.length > 1 && (
              <ClassBoxes
                schoolClasses={schoolClasses}
                chosenIds={classIds}
                onChange={setClassIds}
              />
            )}
            <RadioList
              label={t`In thẻ cho`}
              value={isForAll ? 'all' : 'missing'}
              onChange={(value) => setIsForAll(value === 'all')}
              options={[
                { value: 'missing', label: t`Những em chưa có thẻ` },
                {
                  value: 'all',
                  label: t`Cả lớp`,
                  description: t`Thẻ cũ của các em sẽ không dùng được nữa. Ba hình và mật khẩu vẫn giữ nguyên.`,
                },
              ]}
            />
            <Checkbox
              size="md"
              label={t`Cấp sẵn ba hình cho em chưa chọn`}
              description={t`Ba hình của từng em được in trên một tờ riêng cho giáo viên.`}
              checked={givePictures}
              onChange={({ currentTarget }) => setGivePictures(currentTarget.checked)}
            />
            <FormFooter
              isSticky
              error={problem}
              close={close}
              isSaving={progress !== null}
              saveLabel={t`Tạo thẻ để in`}
            />
          </Stack>
        </form>
      )}
    </FormModal>
  );
}

interface BoxesProps {
  schoolClasses: readonly SchoolClass[];
  chosenIds: readonly number[];
  onChange: (ids: number[]) => void;
}

function ClassBoxes({ schoolClasses, chosenIds, onChange }: BoxesProps) {
  const isAll = chosenIds.length === schoolClasses.length;
  return (
    <fieldset className={classes.classes}>
      <legend>{t`Các lớp`}</legend>
      <Checkbox
        size="md"
        label={t`Tất cả các lớp`}
        checked={isAll}
        indeterminate={!isAll && chosenIds.length > 0}
        onChange={() => onChange(isAll ? [] : schoolClasses.map(({ id }) => id))}
      />
      <div className={classes.boxes}>
        {schoolClasses.map(({ id, name }) => (
          <Checkbox
            size="md"
            key={id}
            label={t`Lớp ${name}`}
            checked={chosenIds.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              // In the order of the list, which is that of the pages.
              onChange(
                schoolClasses
                  .map((schoolClass) => schoolClass.id)
                  .filter((other) => (other === id ? checked : chosenIds.includes(other))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
