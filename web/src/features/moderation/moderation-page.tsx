import { t } from '@lingui/core/macro';
import { type ModerationKind, moderationKinds } from '@lop-xanh/contract/moderation';
import { useMemo } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useFailureToast } from '../../ui/use-failure-toast.ts';
import { DeskView } from './desk-view.tsx';
import type { QueueFilter } from './moderation.api.ts';
import classes from './moderation-page.module.css';
import { QueueFilters } from './queue-filters.tsx';
import { useQueue } from './use-queue.ts';

export function ModerationPage() {
  const { params, choose } = useUrlParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const queue = useQueue(filter);
  const { data, error, refetch } = queue.query;
  const message = error && describeError(error, t`Không thể tải hàng chờ`);
  useFailureToast(data && message);
  return (
    <div className={classes.page}>
      <div className={classes.layout}>
        <div className={classes.top}>
          <PageHeader title={t`Bàn duyệt`} />
          <QueueFilters
            filter={filter}
            counts={queue.counts}
            onChange={({ kind, gradeId }) =>
              choose({
                ...(kind !== undefined && { kind }),
                ...(gradeId !== undefined && { grade: gradeId }),
              })
            }
          />
        </div>
        {data ? (
          // A new filter starts with its oldest item.
          <DeskView key={`${filter.kind} ${filter.gradeId}`} queue={queue} />
        ) : message ? (
          <Card>
            <ErrorState message={message} retry={() => void refetch()} />
          </Card>
        ) : (
          <DeskSkeleton />
        )}
      </div>
    </div>
  );
}

function DeskSkeleton() {
  return (
    <div className={classes.skeleton}>
      <CardSkeleton lines={12} />
      <CardSkeleton lines={9} />
    </div>
  );
}

function readFilter(params: URLSearchParams): QueueFilter {
  const kind = params.get('kind') as ModerationKind;
  return {
    kind: moderationKinds.includes(kind) ? kind : null,
    gradeId: Number(params.get('grade')) || null,
  };
}
