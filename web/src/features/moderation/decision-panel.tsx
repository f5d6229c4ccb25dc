import { t } from '@lingui/core/macro';
import type { ModerationItem } from '@lop-xanh/contract/moderation';
import { limits } from '@lop-xanh/contract/rules/limits';
import { Button, Textarea } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import classes from './decision-panel.module.css';
import type { Decision } from './decisions.ts';
import { Key } from './key.tsx';
import { listReasons } from './reasons.ts';

/** The key stands at the end of the button. */
const wideLabel = { label: { flex: 1 } };

/** Whether the Mod is choosing a reason, or writing one. */
export type Rejecting = 'no' | 'choosing' | 'writing';

interface Props {
  targets: readonly ModerationItem[];
  rejecting: Rejecting;
  onRejectingChange: (rejecting: Rejecting) => void;
  onDecide: (decision: Decision) => void;
}

export function DecisionPanel({ targets, rejecting, onRejectingChange, onDecide }: Props) {
  const { approve, reject, hint } = getLabels(targets);
  const reasons = listReasons(targets);
  const ownNumber = String(reasons.length + 1);
  return (
    <div className={classes.panel} data-rejecting={rejecting === 'no' ? undefined : rejecting}>
      <div className={classes.buttons}>
        <Button
          leftSection={<IconCheck size={20} aria-hidden />}
          rightSection={<Key name="A" />}
          styles={wideLabel}
          aria-keyshortcuts="A"
          onClick={() => onDecide({ kind: 'approve' })}
        >
          {approve}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={20} aria-hidden />}
          rightSection={<Key name="R" />}
          styles={wideLabel}
          aria-keyshortcuts="R"
          aria-expanded={rejecting !== 'no'}
          onClick={() => onRejectingChange(rejecting === 'no' ? 'choosing' : 'no')}
        >
          {reject}
        </Button>
      </div>
      <div className={classes.reasons} role="group" aria-label={t`Lý do`}>
        <p className={classes.hint}>{hint}</p>
        <p className={classes.hint} data-touch>
          {t`Chọn lý do, người viết sẽ đọc:`}
        </p>
        {reasons.map((reason, index) => (
          <button
            key={reason}
            type="button"
            className={classes.reason}
            onClick={() => onDecide({ kind: 'reject', reason })}
          >
            <Key name={String(index + 1)} />
            {reason}
          </button>
        ))}
        {rejecting === 'writing' ? (
          <OwnReason
            confirmLabel={reject}
            onCancel={() => onRejectingChange('no')}
            onSubmit={(reason) => onDecide({ kind: 'reject', reason })}
          />
        ) : (
          <button
            type="button"
            className={classes.reason}
            onClick={() => onRejectingChange('writing')}
          >
            <Key name={ownNumber} />
            {t`Lý do khác…`}
          </button>
        )}
      </div>
    </div>
  );
}

interface OwnReasonProps {
  confirmLabel: string;
  onCancel: () => void;
  onSubmit: (reason: string) => void;
}

function OwnReason({ confirmLabel, onCancel, onSubmit }: OwnReasonProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = reason.trim() === '';
  useEffect(() => field.current?.focus(), []);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isEmpty) onSubmit(reason.trim());
  };
  return (
    <form className={classes.own} onSubmit={submit}>
      <Textarea
        ref={field}
        label={t`Lý do của bạn`}
        rows={3}
        maxLength={limits.maxReasonLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          // An input method uses Enter to accept a word.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            submit();
          }
        }}
      />
      <Button type="submit" color="clay" disabled={isEmpty}>
        {confirmLabel}
      </Button>
    </form>
  );
}

function getLabels(targets: readonly ModerationItem[]) {
  const [first] = targets;
  const count = targets.length;
  if (count > 1) {
    return {
      approve: t`Duyệt ${count} mục`,
      reject: t`Từ chối ${count} mục`,
      hint: t`Nhấn R rồi số, mọi người viết đọc lý do:`,
    };
  }
  if (first?.comment) {
    return {
      approve: first.kind === 'held' ? t`Duyệt` : t`Giữ bình luận`,
      reject: t`Ẩn`,
      hint: t`Nhấn R rồi số, người viết đọc lý do:`,
    };
  }
  return {
    approve: t`Duyệt`,
    reject: t`Từ chối`,
    hint: t`Nhấn R rồi số, giáo viên đọc lý do:`,
  };
}
