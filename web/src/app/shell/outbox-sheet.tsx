import { t } from '@lingui/core/macro';
import { Button, Drawer } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { splitEntries, useOutbox, useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import { Mam } from '../../ui/mam.tsx';
import { useBackCloses } from '../../ui/use-back-closes.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { RejectedEntry, WaitingEntry } from './outbox-entry.tsx';
import classes from './outbox-sheet.module.css';
import { ReopenedPost, type ReopenedPostEntry, useReopen } from './reopen.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Everything on this device that the server does not have: what it rejected first, then what waits. */
export function OutboxSheet({ isOpen, onClose }: Props) {
  const { sendNow } = useOutbox();
  const { rejected, waiting } = splitEntries(useOutboxEntries());
  const [reopenedPost, setReopenedPost] = useState<ReopenedPostEntry | null>(null);
  const reopen = useReopen(setReopenedPost, onClose);
  const isMobile = useIsMobile();
  useBackCloses(isOpen, onClose);
  const count = rejected.length + waiting.length;
  return (
    <>
      <Drawer
        opened={isOpen}
        onClose={onClose}
        position={isMobile ? 'bottom' : 'right'}
        size={isMobile ? 'auto' : '30rem'}
        title={
          <>
            {t`Chưa gửi`} {count > 0 && <span className={classes.count}>{count}</span>}
          </>
        }
        classNames={{
          content: classes.content,
          header: classes.header,
          title: classes.title,
          body: classes.body,
        }}
        data-mobile={isMobile || undefined}
      >
        <div className={classes.comfort}>
          <Mam />
          <div>
            <p className={classes.strong}>
              {count > 0 ? t`Mọi thứ vẫn còn trên máy này` : t`Mọi thứ đã được gửi`}
            </p>
            <p>{comfort(rejected.length, waiting.length)}</p>
          </div>
        </div>
        {rejected.length > 0 && (
          <Section title={t`Cần xem lại`} count={rejected.length}>
            {rejected.map((entry) => (
              <RejectedEntry key={entry.seq} entry={entry} onReopen={() => void reopen(entry)} />
            ))}
          </Section>
        )}
        {waiting.length > 0 && (
          <Section title={t`Đang chờ gửi`} count={waiting.length}>
            {waiting.map((entry) => (
              <WaitingEntry key={entry.seq} entry={entry} onReopen={() => void reopen(entry)} />
            ))}
          </Section>
        )}
        {waiting.length > 0 && (
          <div className={classes.foot}>
            <Button fullWidth onClick={sendNow} leftSection={<IconRefresh size={20} aria-hidden />}>
              {t`Gửi ngay`}
            </Button>
          </div>
        )}
      </Drawer>
      {reopenedPost && <ReopenedPost {...reopenedPost} onClose={() => setReopenedPost(null)} />}
    </>
  );
}

function comfort(rejected: number, waiting: number): string {
  if (waiting > 0) return t`Máy sẽ tự gửi lần lượt, cứ làm việc tiếp nhé.`;
  return rejected > 0
    ? t`Mở lại để sửa rồi gửi, hoặc bỏ nếu không cần nữa.`
    : t`Không còn gì chờ trên máy này.`;
}

interface SectionProps {
  title: string;
  count: number;
  children: ReactNode;
}

function Section({ title, count, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>
        {title} · {count}
      </h3>
      <ul className={classes.list}>{children}</ul>
    </section>
  );
}
