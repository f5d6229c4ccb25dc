import { t } from '@lingui/core/macro';
import type { DataRequest } from '@lop-xanh/contract/privacy';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { Button, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CopyButton } from './copy-button.tsx';
import { FileRequestDialog } from './file-request-dialog.tsx';
import classes from './own-requests.module.css';
import { requestsQuery } from './privacy.api.ts';
import { getKindLabel, getStatusLabel } from './request-labels.ts';

/** The requests a parent or teacher has filed about their children's or their own data. */
export function OwnRequests() {
  const { role } = useUser();
  const [isFiling, setIsFiling] = useState(false);
  const list = useInfiniteQuery(requestsQuery({}));
  const isParent = role === 'Parent';
  return (
    <Card title={isParent ? t`Dữ liệu của con` : t`Dữ liệu của tôi`}>
      <Stack>
        <p>
          {isParent
            ? t`Bạn có thể xin bản sao, yêu cầu sửa hoặc xóa dữ liệu của con và của bạn, hoặc rút lại sự đồng ý.`
            : t`Bạn có thể xin bản sao, yêu cầu sửa hoặc xóa dữ liệu của mình, hoặc rút lại sự đồng ý.`}
        </p>
        <Button
          variant="light"
          aria-haspopup="dialog"
          leftSection={<IconSend size={20} aria-hidden />}
          onClick={() => setIsFiling(true)}
        >
          {t`Gửi yêu cầu`}
        </Button>
        <Loaded
          query={list}
          skeleton={<Skeleton lines={2} />}
          failedMessage={t`Không tải được các yêu cầu`}
        >
          {(requests) =>
            requests.length > 0 && (
              <ul className={classes.list} aria-label={t`Yêu cầu đã gửi`}>
                {requests.map((request) => (
                  <OwnRequest key={request.id} request={request} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <MoreButton list={list} />
      </Stack>
      {isFiling && <FileRequestDialog onClose={() => setIsFiling(false)} />}
    </Card>
  );
}

function OwnRequest({ request }: { request: DataRequest }) {
  const { kind, subject, can } = request;
  return (
    <li className={classes.request}>
      <p>
        <strong>{getKindLabel(kind)}</strong> · <span lang="vi">{subject.full_name}</span>
      </p>
      <p className={classes.soft}>{describeState(request)}</p>
      <Texts request={request} />
      {can.download && <CopyButton request={request} />}
    </li>
  );
}

function Texts({ request: { details, answer, result } }: { request: DataRequest }) {
  const texts = [
    { name: t`Yêu cầu`, text: details },
    { name: t`Trả lời`, text: answer },
    { name: t`Kết quả`, text: result },
  ].filter(({ text }) => text !== null);
  if (texts.length === 0) return null;
  return (
    <dl className={classes.texts}>
      {texts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd lang="vi">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function describeState({ status, received_on, answer_due, result_due }: DataRequest): string {
  const sent = formatDay(received_on);
  const state = getStatusLabel(status);
  switch (status) {
    case 'open': {
      const day = formatDay(answer_due);
      return t`Gửi ngày ${sent} · ${state}, chậm nhất ${day}`;
    }
    case 'accepted': {
      const day = formatDay(result_due);
      return t`Gửi ngày ${sent} · ${state}, chậm nhất ${day}`;
    }
    default:
      return t`Gửi ngày ${sent} · ${state}`;
  }
}
