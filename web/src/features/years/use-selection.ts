import { useCallback, useRef, useState } from 'react';

/** Selected students; with Shift, everybody between the last one and this one. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number>(undefined);

  const select = useCallback((ids: readonly number[], isSelected: boolean) => {
    setSelected((old) => {
      const next = new Set(old);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const selectOne = useCallback(
    (id: number, isSelected: boolean, list: readonly number[], isRange: boolean) => {
      select(isRange ? listRange(list, last.current, id) : [id], isSelected);
      last.current = id;
    },
    [select],
  );
  const clear = useCallback(() => setSelected(new Set()), []);
  return { selected, select, selectOne, clear };
}

export type Selection = ReturnType<typeof useSelection>;

/** The part of a list between two of its items, in either order; without the first one, only the second. */
export function listRange(
  list: readonly number[],
  from: number | undefined,
  to: number,
): readonly number[] {
  const [start, end] = [list.indexOf(from ?? to), list.indexOf(to)];
  return start < 0 ? [to] : list.slice(Math.min(start, end), Math.max(start, end) + 1);
}
