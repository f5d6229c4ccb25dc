import { t } from '@lingui/core/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUrlParams } from '../../lib/url-params.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { PaperRequestDialog } from './paper-request-dialog.tsx';
import { requestsQuery } from './privacy.api.ts';
import classes from './privacy-page.module.css';
import { RequestCard } from './request-card.tsx';
import { Retention } from './retention.tsx';

/** Requests about personal data, with their legal clock, and how long data is kept. */
export function PrivacyPage() {
  const [isRecording, setIsRecording] = useState(false);
  return (
    <>
      <PageHeader title={t`Dữ liệu cá nhân`}>
        <Button
          aria-haspopup="dialog"
          leftSection={<IconFilePlus size={20} aria-hidden />}
          onClick={() => setIsRecording(true)}
        >
          {t`Ghi đơn giấy`}
        </Button>
      </PageHeader>
      <Requests />
      {isRecording && <PaperRequestDialog onClose={() => setIsRecording(false)} />}
    </>
  );
}

function Requests() {
  const { params, choose } = useUrlParams();
  const isAll = params.get('show') === 'all';
  const list = useInfiniteQuery(requestsQuery(isAll ? {} : { isOpen: 'true' }));
  return (
    <>
      <section className={classes.requests} aria-label={t`Các yêu cầu`}>
        <SegmentedControl
          aria-label={t`Lọc yêu cầu`}
          className={classes.filter ?? ''}
          value={isAll ? 'all' : 'open'}
          onChange={(value) => choose({ show: value === 'all' ? value : null })}
          data={[
            { value: 'open', label: t`Cần xử lý` },
            { value: 'all', label: t`Tất cả` },
          ]}
        />
        <Loaded
          query={list}
          skeleton={<CardSkeleton lines={6} />}
          failedMessage={t`Không tải được các yêu cầu`}
          empty={
            <EmptyState
              picture={<SproutPicture />}
              title={isAll ? t`Chưa có yêu cầu nào` : t`Không có yêu cầu nào cần xử lý`}
            />
          }
          hasCard
          hasRefetchToast
        >
          {(requests) => (
            <>
              <ol className={classes.list}>
                {requests.map((request) => (
                  <li key={request.id}>
                    <RequestCard request={request} />
                  </li>
                ))}
              </ol>
              <MoreButton list={list} />
            </>
          )}
        </Loaded>
      </section>
      {/* Only below the requests, which would push it away. */}
      {!list.isLoading && <Retention />}
    </>
  );
}
