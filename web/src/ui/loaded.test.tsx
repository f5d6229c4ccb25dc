import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../lib/api-errors.ts';
import { combineQueries, Loaded } from './loaded.tsx';

interface Query {
  data: string[] | undefined;
  error: Error | null;
}

const refetch = () => {};
const notFound = new ApiError(404, { message: 'Không tìm thấy' });
const networkError = new NetworkError('offline');

function renderQuery(query: Query, empty?: ReactNode): string {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Loaded
        query={{ ...query, refetch }}
        skeleton="skeleton"
        failedMessage="Không tải được"
        empty={empty}
      >
        {(names) => `names: ${names.join(', ')}`}
      </Loaded>
    </MantineProvider>,
  );
  return html
    .replaceAll(/<style.*?<\/style>|<script.*?<\/script>/gs, '')
    .replaceAll(/<[^>]*>/g, '');
}

test('a query shows its skeleton, its error with a retry button, or its data', () => {
  expect(renderQuery({ data: undefined, error: null })).toBe('skeleton');
  expect(renderQuery({ data: undefined, error: networkError })).toBe('Không tải đượcThử lại');
  expect(renderQuery({ data: undefined, error: notFound })).toBe('Không tìm thấyThử lại');
  expect(renderQuery({ data: ['An', 'Bình'], error: null })).toBe('names: An, Bình');
});

test('a failed refetch keeps the data on screen', () => {
  expect(renderQuery({ data: ['An'], error: networkError })).toBe('names: An');
});

test('an empty list shows the empty state, if there is one', () => {
  expect(renderQuery({ data: [], error: null }, 'nobody')).toBe('nobody');
  expect(renderQuery({ data: [], error: null })).toBe('names: ');
  expect(renderQuery({ data: ['An'], error: null }, 'nobody')).toBe('names: An');
});

test('combined queries wait for both before they show data or an error', () => {
  const loaded = { data: 'An', error: null, refetch };
  const pending = { data: undefined, error: null, refetch };
  const failed = { data: undefined, error: networkError, refetch };
  expect(combineQueries(loaded, pending)).toMatchObject({ data: undefined, error: null });
  expect(combineQueries(pending, failed)).toMatchObject({ data: undefined, error: null });
  expect(combineQueries(loaded, failed)).toMatchObject({ data: undefined, error: networkError });
  expect(combineQueries(loaded, loaded)).toMatchObject({ data: ['An', 'An'], error: null });
});
