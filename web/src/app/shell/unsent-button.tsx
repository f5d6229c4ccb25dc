import { t } from '@lingui/core/macro';
import { IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { splitEntries, useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

export const OutboxSheet = lazyComponent('outbox-sheet', async () => {
  return (await import('./outbox-sheet.tsx')).OutboxSheet;
});

/**
 * How many actions wait on this device, as a button that lists them. The list opens by itself for each new
 * rejection; closing it deletes nothing.
 */
export function UnsentButton() {
  const { rejected, waiting } = splitEntries(useOutboxEntries());
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused');
  /** The rejections that the user has seen listed. */
  const [seenSeqs, setSeenSeqs] = useState<readonly number[]>([]);
  const button = useRef<HTMLButtonElement>(null);
  const hasNews = rejected.some(({ seq }) => !seenSeqs.includes(seq));
  const isOpen = sheet === 'open' || hasNews;
  const count = rejected.length + waiting.length;
  const rejectedCount = rejected.length;
  const waitingCount = waiting.length;
  const Icon = rejectedCount > 0 ? IconCloudOff : IconCloudUp;
  const tone = rejectedCount > 0 ? 'clay' : 'sun';
  const close = () => {
    setSeenSeqs(rejected.map(({ seq }) => seq));
    setSheet('closed');
    // A drawer that was mounted open does not know where the focus was.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <>
      {count > 0 && (
        <PlainButton
          ref={button}
          variant="default"
          style={{ background: `var(--${tone}-soft)`, color: `var(--${tone}-text)` }}
          icon={<Icon size={22} aria-hidden />}
          aria-haspopup="dialog"
          aria-label={t`Chưa gửi: ${count}`}
          onClick={() => setSheet('open')}
        >
          {count}
        </PlainButton>
      )}
      <VisuallyHidden role="status">
        {waitingCount > 0 && <p>{t`${waitingCount} thay đổi chưa gửi. Sẽ tự gửi khi có mạng.`}</p>}
        {rejectedCount > 0 && <p>{t`${rejectedCount} thay đổi máy chủ không nhận.`}</p>}
      </VisuallyHidden>
      <Suspense>
        {(isOpen || sheet !== 'unused') && <OutboxSheet isOpen={isOpen} onClose={close} />}
      </Suspense>
    </>
  );
}
