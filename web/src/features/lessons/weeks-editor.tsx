import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Button } from '@mantine/core';
import { IconArrowsSort, IconEye, IconEyeOff, IconPlus } from '@tabler/icons-react';
import { type Dispatch, useCallback, useRef, useState } from 'react';
import { randomKey } from '../../lib/random-key.ts';
import { askToConfirm } from '../../ui/dialogs.ts';
import { type DraftAction, findDuplicateWeeks, type WeekDraft } from './lesson-draft.ts';
import type { FieldError } from './lesson-validation.ts';
import type { ThumbnailUploads } from './use-thumbnail-uploads.ts';
import { WeekFields } from './week-fields.tsx';
import { WeekRow } from './week-row.tsx';
import classes from './weeks-editor.module.css';

interface Props {
  weeks: readonly WeekDraft[];
  dispatch: Dispatch<DraftAction>;
  fieldErrors: readonly FieldError[];
  onFieldEdit: (weekKey: string, field: FieldError['field']) => void;
  openKey: string | undefined;
  onOpen: (key: string | undefined) => void;
  onAdded: (key: string) => void;
  uploads: ThumbnailUploads;
}

/** At most one week is open at a time, so that a year of weeks stays fast. */
export function WeeksEditor(props: Props) {
  const { weeks, dispatch, fieldErrors, onFieldEdit, openKey, onOpen, onAdded, uploads } = props;
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const addButton = useRef<HTMLButtonElement>(null);
  const duplicateKeys = findDuplicateWeeks(weeks);
  const keysWithErrors = new Set(fieldErrors.map(({ weekKey }) => weekKey));
  const selectedWeeks = weeks.filter(({ key }) => selectedKeys.has(key));
  const count = weeks.length;
  const selected = selectedWeeks.length;

  const select = useCallback((key: string, isSelected: boolean) => {
    setSelectedKeys((current) => {
      const next = new Set(current);
      if (isSelected) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  const toggle = useCallback(
    (key: string, isOpen: boolean) => onOpen(isOpen ? key : undefined),
    [onOpen],
  );
  const { cancel } = uploads;
  const remove = useCallback(
    async (week: WeekDraft) => {
      const number = week.week;
      const title = week.title || t`Chưa có tên`;
      const isConfirmed = await askToConfirm({
        title: t`Xóa tuần ${number}?`,
        message: t`“${title}” sẽ bị xóa khi bạn lưu bài giảng.`,
        confirmLabel: t`Xóa`,
        isDanger: true,
      });
      if (!isConfirmed) return;
      cancel(week.key);
      dispatch({ type: 'removeWeek', key: week.key });
      addButton.current?.focus();
    },
    [dispatch, cancel],
  );
  const add = () => {
    const key = randomKey();
    dispatch({ type: 'addWeek', key });
    onAdded(key);
  };
  const setSelectedActive = (isActive: boolean) =>
    dispatch({ type: 'setActive', keys: new Set(selectedWeeks.map(({ key }) => key)), isActive });

  return (
    <section className={classes.weeks} aria-labelledby="lesson-weeks">
      <h3 id="lesson-weeks">{t`Các tuần (${count})`}</h3>
      {duplicateKeys.size > 0 && (
        <p className={classes.notice} role="status">
          {t`Có tuần xuất hiện nhiều lần. Bạn vẫn lưu được: tuần đó sẽ có nhiều bài.`}
        </p>
      )}
      {count > 0 && (
        <div className={classes.tools}>
          <label className={classes.selectAll}>
            <input
              type="checkbox"
              checked={selected === count}
              onChange={(event) =>
                setSelectedKeys(
                  new Set(event.currentTarget.checked ? weeks.map(({ key }) => key) : []),
                )
              }
            />
            {t`Chọn tất cả`}
          </label>
          <Button
            variant="default"
            disabled={selected === 0}
            leftSection={<IconEye size={20} aria-hidden />}
            onClick={() => setSelectedActive(true)}
          >
            {selected > 0 ? t`Hiện ${selected} tuần` : t`Hiện`}
          </Button>
          <Button
            variant="default"
            disabled={selected === 0}
            leftSection={<IconEyeOff size={20} aria-hidden />}
            onClick={() => setSelectedActive(false)}
          >
            {selected > 0 ? t`Ẩn ${selected} tuần` : t`Ẩn`}
          </Button>
          <Button
            variant="default"
            leftSection={<IconArrowsSort size={20} aria-hidden />}
            onClick={() => dispatch({ type: 'sortWeeks' })}
          >
            {t`Sắp theo tuần`}
          </Button>
        </div>
      )}
      <ol className={classes.rows}>
        {weeks.map((week) => (
          <WeekRow
            key={week.key}
            week={week}
            isOpen={week.key === openKey}
            isSelected={selectedKeys.has(week.key)}
            isDuplicate={duplicateKeys.has(week.key)}
            hasError={keysWithErrors.has(week.key)}
            dispatch={dispatch}
            onToggle={toggle}
            onSelect={select}
            onRemove={remove}
          >
            {week.key === openKey && (
              <WeekFields
                week={week}
                dispatch={dispatch}
                fieldErrors={fieldErrors.filter(({ weekKey }) => weekKey === week.key)}
                onFieldEdit={onFieldEdit}
                uploads={uploads}
              />
            )}
          </WeekRow>
        ))}
      </ol>
      <Button
        ref={addButton}
        variant="light"
        disabled={count >= limits.maxLessonEntries}
        leftSection={<IconPlus size={20} aria-hidden />}
        onClick={add}
      >
        {t`Thêm tuần`}
      </Button>
    </section>
  );
}
