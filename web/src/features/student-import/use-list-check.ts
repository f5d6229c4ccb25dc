import type { ImportOptions } from '@lop-xanh/contract/student-import';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkList } from './student-import.api.ts';

/** Checks the file again after every answer, one request after the other, and keeps the last result meanwhile. */
export function useListCheck(schoolId: number, file: File | undefined, options: ImportOptions) {
  const [runInTurn] = useState(createQueue);
  const fileKey = file ? [file.name, file.size, file.lastModified].join() : '';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['list-check', schoolId, fileKey, options],
    queryFn: file
      ? ({ signal }) =>
          runInTurn(() => {
            signal.throwIfAborted();
            return checkList({ schoolId, file, options });
          })
      : skipToken,
    placeholderData: (previous, query) => (query?.queryKey[2] === fileKey ? previous : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return { check: data, error, isChecking: isFetching, retry: () => void refetch() };
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const running = last.then(run);
    last = running.catch(() => undefined);
    return running;
  };
}
