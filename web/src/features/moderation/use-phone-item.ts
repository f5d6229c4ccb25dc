import { useEffect } from 'react';
import { useUrlParams } from '../../lib/url-params.ts';
import type { Queue } from './use-queue.ts';

/** Whether the current item covers a phone's screen. It is kept in the URL, so that a reload shows it again. */
export function usePhoneItem({ items, query }: Queue) {
  const { params, choose } = useUrlParams();
  const isOpen = params.has('item');
  const isEmpty = query.data !== undefined && items.length === 0;
  useEffect(() => {
    if (isOpen && isEmpty) choose({ item: null });
  }, [isOpen, isEmpty, choose]);
  return {
    isOpen,
    open: () => choose({ item: 'open' }),
    close: () => choose({ item: null }),
  };
}
