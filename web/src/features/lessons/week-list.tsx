import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Button } from '@mantine/core';
import {
  IconArrowsSort,
  IconChevronDown,
  IconEye,
  IconEyeOff,
  IconPlus,
} from '@tabler/icons-react';
import { type Dispatch, useCallback, useMemo, useState } from 'react';
import { randomKey } from '../../lib/random-key.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { type DraftAction, findDuplicateWeeks, listYear, type WeekDraft } from './lesson-draft.ts';
import type { FieldError } from './lesson-validation.ts';
import classes from './week-list.module.css';
import { EmptyWeekRow, WeekRow } from './week-row.tsx';

/** The DOM id of the button that adds a week. */
export const addWeekId = 'add-week';

interface Props {
  weeks: readonly WeekDraft[];
  dispatch: Dispatch<DraftAction>;
  fieldErrors: readonly FieldError[];
  openWeek: WeekDraft | undefined;
  onOpen: (key: string) => void;
  onAdded: (key: string) => void;
}

/** All weeks of the year with their state. A phone shows the list only while a week is being chosen. */
export function WeekList(props: Props) {
  const { weeks, dispatch, fieldErrors, openWeek, onOpen, onAdded } = props;
  const isMobile = useIsMobile();
  const [isChoosing, setIsChoosing] = useState(false);
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => listYear(weeks), [weeks]);
  const duplicateKeys = findDuplicateWeeks(weeks);
  const keysWithErrors = new Set(fieldErrors.map(({ weekKey }) => weekKey));
  const selectedWeeks = weeks.filter(({ key }) => selectedKeys.has(key));
  const count = weeks.length;
  const selected = selectedWeeks.length;
  const isFull = count >= limits.maxLessonEntries;

  const open = useCallback(
    (key: string) => {
      setIsChoosing(false);
      onOpen(key);
    },
    [onOpen],
  );
  const select = useCallback((key: string, isSelected: boolean) => {
    setSelectedKeys((current) => {
      const next = new Set(current);
      if (isSelected) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  const add = (place?: { week: string; beforeKey: string | undefined }) => {
    const key = randomKey();
    dispatch({ type: 'addWeek', key, ...place });
    setIsChoosing(false);
    onAdded(key);
  };
  const setSelectedActive = (isActive: boolean) =>
    dispatch({ type: 'setActive', keys: new Set(selectedWeeks.map(({ key }) => key)), isActive });

  const isShown = !isMobile || isChoosing || !openWeek;
  return (
    <section className={classes.weeks} aria-labelledby="lesson-weeks">
      {isMobile && openWeek && (
        <button
          type="button"
          className={classes.chooser}
          aria-expanded={isShown}
          onClick={() => setIsChoosing(!isChoosing)}
        >
          <span>{t`Các tuần (${count})`}</span>
          <IconChevronDown size={20} aria-hidden />
        </button>
      )}
      <h2
        id="lesson-weeks"
        hidden={isMobile && openWeek !== undefined}
      >{t`Các tuần (${count})`}</h2>
      {duplicateKeys.size > 0 && (
        <p className={classes.notice} role="status">
          {t`Có tuần xuất hiện nhiều lần. Bạn vẫn lưu được: tuần đó sẽ có nhiều bài.`}
        </p>
      )}
      {isShown && (
        <>
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
            {rows.map((row) =>
              row.entry ? (
                <WeekRow
                  key={row.entry.key}
                  weekKey={row.entry.key}
                  number={row.entry.week}
                  title={row.entry.title}
                  isActive={row.entry.isActive}
                  isOpen={row.entry.key === openWeek?.key}
                  isSelected={selectedKeys.has(row.entry.key)}
                  isDuplicate={duplicateKeys.has(row.entry.key)}
                  hasError={keysWithErrors.has(row.entry.key)}
                  onOpen={open}
                  onSelect={select}
                />
              ) : (
                <EmptyWeekRow
                  key={row.number}
                  number={row.number}
                  isDisabled={isFull}
                  onAdd={() => add({ week: String(row.number), beforeKey: row.beforeKey })}
                />
              ),
            )}
          </ol>
          <Button
            id={addWeekId}
            variant="light"
            disabled={isFull}
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => add()}
          >
            {t`Thêm tuần`}
          </Button>
        </>
      )}
    </section>
  );
}
