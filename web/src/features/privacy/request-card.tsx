import { t } from '@lingui/core/macro';
import type { DataRequest } from '@lop-xanh/contract/privacy';
import { formatDay } from '@lop-xanh/contract/rules/dates';
import { useId } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { PersonLink } from '../people/public.ts';
import { RequestActions } from './request-actions.tsx';
import classes from './request-card.module.css';
import { describeSubject, getKindLabel } from './request-labels.ts';
import { RequestState } from './request-state.tsx';

/** A request as the office sees it: who asks for what, what is due, and what was done. */
export function RequestCard({ request }: { request: DataRequest }) {
  const titleId = useId();
  const { role } = useUser();
  const { kind, subject, requester_name, details, school_name } = request;
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <header className={classes.header}>
        <h2 className={classes.title} id={titleId}>
          {getKindLabel(kind)}
        </h2>
        <RequestState request={request} />
      </header>
      <p className={classes.subject} lang="vi">
        <PersonLink id={subject.id} role={subject.role}>
          {describeSubject(subject)}
        </PersonLink>
      </p>
      <p className={classes.soft}>
        <span lang="vi">{requester_name}</span> · {describeSource(request)}
      </p>
      {role === 'Admin' && (
        <p className={classes.soft} lang="vi">
          {school_name}
        </p>
      )}
      {details && (
        <p className={classes.quote} lang="vi">
          {details}
        </p>
      )}
      <Steps request={request} />
      <RequestActions request={request} />
    </article>
  );
}

/** How the request came, beside the name of who asks, which an erasure removes. */
function describeSource({ received_on, isFromApp }: DataRequest): string {
  const day = formatDay(received_on);
  return isFromApp ? t`gửi trong ứng dụng ngày ${day}` : t`gửi đơn giấy ngày ${day}`;
}

function Steps({ request }: { request: DataRequest }) {
  const { status, answered_at, answered_by, answer, finished_at, finished_by, result } = request;
  return (
    <ol className={classes.steps} aria-label={t`Các bước`}>
      <Step
        title={status === 'refused' ? t`Không chấp nhận` : t`Trả lời`}
        due={request.answer_due}
        at={answered_at}
        by={answered_by}
        text={answer}
      />
      {status !== 'refused' && (
        <Step
          title={t`Kết quả`}
          due={request.result_due}
          at={finished_at}
          by={finished_by}
          text={result}
        />
      )}
    </ol>
  );
}

interface StepProps {
  title: string;
  /** The last day for it. */
  due: string;
  at: string | null;
  by: string | null;
  text: string | null;
}

function Step({ title, due, at, by, text }: StepProps) {
  const day = formatDay(due);
  return (
    <li className={classes.step} data-done={at !== null || undefined}>
      <p className={classes.stepTitle}>{title}</p>
      {at === null ? (
        <p className={classes.soft}>{t`Hạn: ${day}`}</p>
      ) : (
        <p className={classes.soft}>
          {by && <span lang="vi">{by} · </span>}
          <DateTime instant={at} />
        </p>
      )}
      {text && (
        <p className={classes.quote} lang="vi">
          {text}
        </p>
      )}
    </li>
  );
}
