import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUrlParams } from '../../lib/url-params.ts';
import type { Queue } from './use-queue.ts';

/** Whether the current item covers a phone's screen. It is kept in the URL, so that Back closes it. */
export function usePhoneItem({ items, query }: Queue) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { params, choose } = useUrlParams();
  const isOpen = params.has('item');
  const isEmpty = query.data !== undefined && items.length === 0;
  const close = () => {
    if (state === 'opened') void navigate(-1);
    else choose({ item: null });
  };
  useEffect(() => {
    if (isOpen && isEmpty) choose({ item: null });
  }, [isOpen, isEmpty, choose]);
  return {
    isOpen,
    open: () => {
      const next = new URLSearchParams(params);
      next.set('item', 'open');
      void navigate({ search: `?${next}` }, { state: 'opened', preventScrollReset: true });
    },
    close,
  };
}
