import type { ReactNode } from 'react';
import { describeError } from '../lib/api-errors.ts';
import { Card } from './card.tsx';
import { PageHeader } from './page-header.tsx';
import { ErrorState } from './state.tsx';
import { useFailureToast } from './use-failure-toast.ts';

/** The part of a query's result that `Loaded` needs. */
interface LoadedQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface Props<Data> {
  query: LoadedQuery<Data>;
  skeleton: ReactNode;
  /** A fallback for the server's own message, or a function that chooses the message. */
  failedMessage: string | ((error: Error) => string);
  /** Shown instead of an empty list, or of other data that `isEmpty` says is empty. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** The page's heading, for everything but the data, which has its own. */
  pageTitle?: string;
  /** Puts the error and the empty state into a card. */
  hasCard?: boolean;
  /** Reports a failed refetch in a toast. The old data stays on screen either way. */
  hasRefetchToast?: boolean;
  children: (data: Data) => ReactNode;
}

/** Renders a query's data, or else its skeleton, its error with a retry button or its empty state. */
export function Loaded<Data>({
  query: { data, error, refetch },
  skeleton,
  failedMessage,
  empty,
  isEmpty = isEmptyList,
  pageTitle,
  hasCard = false,
  hasRefetchToast = false,
  children,
}: Props<Data>) {
  const message = error && getMessage(failedMessage, error);
  useFailureToast(hasRefetchToast && data !== undefined ? message : null);

  const inCard = (state: ReactNode) => (hasCard ? <Card>{state}</Card> : state);
  const show = (state: ReactNode) => (
    <>
      {pageTitle && <PageHeader title={pageTitle} />}
      {state}
    </>
  );
  if (data !== undefined) {
    return empty !== undefined && isEmpty(data) ? show(inCard(empty)) : children(data);
  }
  if (message === null) return show(skeleton);
  return show(inCard(<ErrorState message={message} retry={() => void refetch()} />));
}

/** Two queries as one: its data is complete when both have loaded. */
export function combineQueries<A, B>(a: LoadedQuery<A>, b: LoadedQuery<B>): LoadedQuery<[A, B]> {
  const isPending = [a, b].some(({ data, error }) => data === undefined && !error);
  return {
    data: a.data !== undefined && b.data !== undefined ? [a.data, b.data] : undefined,
    error: isPending ? null : (a.error ?? b.error),
    refetch: () => Promise.all([a.refetch(), b.refetch()]),
  };
}

/** Keeps the skeleton on screen while something else that belongs to the data is loading. */
export function holdBack<Data>(query: LoadedQuery<Data>, isHeldBack: boolean): LoadedQuery<Data> {
  return isHeldBack ? { data: undefined, error: null, refetch: query.refetch } : query;
}

function getMessage(failedMessage: Props<unknown>['failedMessage'], error: Error): string {
  return typeof failedMessage === 'string'
    ? describeError(error, failedMessage)
    : failedMessage(error);
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
