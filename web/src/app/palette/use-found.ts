import { limits } from '@lop-xanh/contract/rules/limits';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchQuery } from './search.api.ts';

const searchDelayMs = 150;
const minLength = 2;

/** What the server finds once the user pauses typing. A response to an earlier text is never shown for a later one. */
export function useFound(typed: string) {
  const text = typed.trim().slice(0, limits.maxSearchLength);
  const isSearch = text.length >= minLength;
  const [q] = useDebouncedValue(text, searchDelayMs);
  const isSent = isSearch && q === text;
  const { data, isError, isFetching, refetch } = useQuery({
    ...searchQuery(q),
    enabled: isSent,
    // The list does not flicker while the user goes on typing.
    placeholderData: keepPreviousData,
  });
  const isLoading = isSearch && (!isSent || isFetching);
  return {
    found: isSearch ? data : undefined,
    isLoading,
    isFailed: isSearch && !isLoading && isError,
    retry: () => void refetch(),
  };
}
