import { limits } from '@lop-xanh/contract/rules/limits';
import { Button } from '@mantine/core';
import { IconArrowsSort, IconEye, IconEyeOff, IconPlus } from '@tabler/icons-react';
import { type Dispatch, useCallback, useRef, useState } from 'react';
import { randomKey } from '../../lib/random-key.ts';
import { confirm } from '../../ui/dialogs.ts';
import { type Change, doubledWeeks, type WeekDraft } from './lesson-draft.ts';
import type { Problem } from './lesson-problems.ts';
import type { ThumbnailUploads } from './use-thumbnail-uploads.ts';
import { WeekFields } from './week-fields.tsx';
import { WeekRow } from './week-row.tsx';
import classes from './weeks-editor.module.css';

interface Props {
  weeks: readonly WeekDraft[];
  change: Dispatch<Change>;
  problems: readonly Problem[];
  onSettle: (weekKey: string, field: Problem['field']) => void;
  openKey: string | undefined;
  onOpen: (key: string | undefined) => void;
  onAdded: (key: string) => void;
  uploads: ThumbnailUploads;
}

/** The weeks as folded rows, of which one at most is open: a year of them must not be slow. */
export function WeeksEditor(props: Props) {
  const { weeks, change, problems, onSettle, openKey, onOpen, onAdded, uploads } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const addButton = useRef<HTMLButtonElement>(null);
  const doubled = doubledWeeks(weeks);
  const troubled = new Set(problems.map(({ weekKey }) => weekKey));
  const chosen = weeks.filter(({ key }) => selected.has(key));

  const select = useCallback((key: string, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      if (isSelected) after.add(key);
      else after.delete(key);
      return after;
    });
  }, []);
  const toggle = useCallback(
    (key: string, isOpen: boolean) => onOpen(isOpen ? key : undefined),
    [onOpen],
  );
  const { cancel } = uploads;
  const remove = useCallback(
    async (week: WeekDraft) => {
      const isSure = await confirm({
        title: `Xóa tuần ${week.week}?`,
        message: `“${week.title || 'Chưa có tên'}” sẽ bị xóa khi bạn lưu bài giảng.`,
        confirm: 'Xóa',
        isDanger: true,
      });
      if (!isSure) return;
      cancel(week.key);
      change({ do: 'remove week', key: week.key });
      addButton.current?.focus();
    },
    [change, cancel],
  );
  const add = () => {
    const key = randomKey();
    change({ do: 'add week', key });
    onAdded(key);
  };
  const showChosen = (isActive: boolean) =>
    change({ do: 'show weeks', keys: new Set(chosen.map(({ key }) => key)), isActive });

  return (
    <section className={classes.weeks} aria-labelledby="lesson-weeks">
      <h3 id="lesson-weeks">Các tuần ({weeks.length})</h3>
      {doubled.size > 0 && (
        <p className={classes.notice} role="status">
          Có tuần xuất hiện nhiều lần. Bạn vẫn lưu được: tuần đó sẽ có nhiều bài.
        </p>
      )}
      {weeks.length > 0 && (
        <div className={classes.tools}>
          <label className={classes.all}>
            <input
              type="checkbox"
              checked={chosen.length === weeks.length}
              onChange={(event) =>
                setSelected(new Set(event.currentTarget.checked ? weeks.map(({ key }) => key) : []))
              }
            />
            Chọn tất cả
          </label>
          <Button
            variant="default"
            disabled={chosen.length === 0}
            leftSection={<IconEye size={20} aria-hidden />}
            onClick={() => showChosen(true)}
          >
            Hiện {chosen.length > 0 && `${chosen.length} tuần`}
          </Button>
          <Button
            variant="default"
            disabled={chosen.length === 0}
            leftSection={<IconEyeOff size={20} aria-hidden />}
            onClick={() => showChosen(false)}
          >
            Ẩn {chosen.length > 0 && `${chosen.length} tuần`}
          </Button>
          <Button
            variant="default"
            leftSection={<IconArrowsSort size={20} aria-hidden />}
            onClick={() => change({ do: 'sort weeks' })}
          >
            Sắp theo tuần
          </Button>
        </div>
      )}
      <ol className={classes.rows}>
        {weeks.map((week) => (
          <WeekRow
            key={week.key}
            week={week}
            isOpen={week.key === openKey}
            isSelected={selected.has(week.key)}
            isDoubled={doubled.has(week.key)}
            hasProblem={troubled.has(week.key)}
            change={change}
            onToggle={toggle}
            onSelect={select}
            onRemove={remove}
          >
            {week.key === openKey && (
              <WeekFields
                week={week}
                change={change}
                problems={problems.filter(({ weekKey }) => weekKey === week.key)}
                onSettle={onSettle}
                uploads={uploads}
              />
            )}
          </WeekRow>
        ))}
      </ol>
      <Button
        ref={addButton}
        variant="light"
        disabled={weeks.length >= limits.lessonEntriesMax}
        leftSection={<IconPlus size={20} aria-hidden />}
        onClick={add}
      >
        Thêm tuần
      </Button>
    </section>
  );
}
