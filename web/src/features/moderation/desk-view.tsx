import { t } from '@lingui/core/macro';
import type { ModerationItem } from '@lop-xanh/contract/moderation';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { fileUrl } from '../../lib/api.ts';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { DecisionPanel, type Rejecting } from './decision-panel.tsx';
import type { Decision } from './decisions.ts';
import classes from './desk-view.module.css';
import { ItemFacts } from './item-facts.tsx';
import { ItemView } from './item-view.tsx';
import { Key } from './key.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { PhoneItem } from './phone-item.tsx';
import { toKey } from './queue.cache.ts';
import { QueueList } from './queue-list.tsx';
import { listReasons } from './reasons.ts';
import { UndoBar } from './undo-bar.tsx';
import { type Desk, useDesk } from './use-desk.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { usePhoneItem } from './use-phone-item.ts';
import { usePresence } from './use-presence.ts';
import type { Queue } from './use-queue.ts';

/** The list, the open item and the decision on it. */
export function DeskView({ queue }: { queue: Queue }) {
  const isMobile = useIsMobile();
  const desk = useDesk(queue);
  const phoneItem = usePhoneItem(queue);
  const { current, targets, selectedKeys, lastBatch } = desk;
  const [rejecting, setRejecting] = useState<Rejecting>('no');
  const [isShowingKeys, setIsShowingKeys] = useState(false);
  const isPhoneItemOpen = isMobile && phoneItem.isOpen;
  const takenBy = usePresence({
    items: queue.items,
    current: !isMobile || phoneItem.isOpen ? current : undefined,
  });
  useLoadAhead(queue, desk);

  const decide = (decision: Decision) => {
    setRejecting('no');
    void desk.decide(decision);
  };
  const undo = async () => {
    setRejecting('no');
    if (!(await desk.undo())) {
      toast({ kind: 'info', message: t`Quyết định đã được gửi, không hoàn tác được nữa` });
    }
  };
  const move = (steps: number) => {
    setRejecting('no');
    desk.move(steps);
  };
  useDeskKeys({
    ...(current && {
      a: () => decide({ kind: 'approve' }),
      r: () => setRejecting('choosing'),
      x: () => desk.toggle(current),
      ...(rejecting === 'choosing' && getReasonKeys(targets, decide, setRejecting)),
    }),
    j: () => move(1),
    k: () => move(-1),
    z: lastBatch.length > 0 ? () => void undo() : undefined,
    '?': () => setIsShowingKeys(true),
    escape: () => (rejecting === 'no' ? desk.clearSelection() : setRejecting('no')),
  });

  const panel = targets.length > 0 && (
    <DecisionPanel
      targets={targets}
      rejecting={rejecting}
      onRejectingChange={setRejecting}
      onDecide={decide}
    />
  );
  const undoBar = <UndoBar batch={lastBatch} onUndo={() => void undo()} />;
  const isSelecting = selectedKeys.size > 0;
  return (
    <div className={classes.desk} data-empty={!current || undefined}>
      {current ? (
        <QueueList
          queue={queue}
          desk={desk}
          takenBy={takenBy}
          onOpen={(item) => {
            setRejecting('no');
            desk.open(item);
            if (!isMobile) return;
            desk.clearSelection();
            phoneItem.open();
          }}
        >
          {isSelecting && <SelectionBar desk={desk}>{isMobile && panel}</SelectionBar>}
          {!isPhoneItemOpen && undoBar}
        </QueueList>
      ) : (
        <div className={classes.done}>
          <EmptyState
            picture={<SproutPicture />}
            title={t`Không còn gì chờ duyệt`}
            text={t`Bài viết mới và bình luận cần xem sẽ hiện ở đây.`}
          />
          {undoBar}
        </div>
      )}
      {current && !isMobile && (
        <div className={classes.pane}>
          <ItemView key={toKey(current)} item={current} takenBy={takenBy.get(toKey(current))} />
          <div className={classes.side}>
            <ItemFacts item={current} />
            {panel}
            <p className={classes.keys}>
              <span>
                <Key name="J" />
                <Key name="K" />
                {t`chuyển mục`}
              </span>
              <button
                type="button"
                className={classes.allKeys}
                onClick={() => setIsShowingKeys(true)}
              >
                <Key name="?" />
                {t`mọi phím`}
              </button>
            </p>
          </div>
        </div>
      )}
      {current && isPhoneItemOpen && (
        <PhoneItem
          desk={desk}
          total={queue.total}
          takenBy={takenBy.get(toKey(current))}
          onClose={phoneItem.close}
        >
          {undoBar}
          {panel}
        </PhoneItem>
      )}
      {isShowingKeys && <KeysDialog onClose={() => setIsShowingKeys(false)} />}
    </div>
  );
}

/** Digits choose a reason; the one after the last is for own words. */
function getReasonKeys(
  targets: readonly ModerationItem[],
  decide: (decision: Decision) => void,
  setRejecting: (rejecting: Rejecting) => void,
): Record<string, () => void> {
  const reasons = listReasons(targets);
  const actions = reasons.map((reason) => () => decide({ kind: 'reject', reason }));
  actions.push(() => setRejecting('writing'));
  return Object.fromEntries(actions.map((action, index) => [String(index + 1), action]));
}

interface SelectionBarProps {
  desk: Desk;
  children: ReactNode;
}

/** How many items are selected; on a phone with the buttons that decide on them. */
function SelectionBar({ desk, children }: SelectionBarProps) {
  const count = desk.targets.length;
  return (
    <div className={classes.selection}>
      <p>{t`Đã chọn ${count} mục`}</p>
      <Button variant="default" onClick={desk.clearSelection}>
        {t`Bỏ chọn`}
      </Button>
      {children}
    </div>
  );
}

const itemsAhead = 5;

/** Loads the next page before the Mod gets there, and the photos of the next item. */
function useLoadAhead({ items, query }: Queue, { index }: Desk): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isNearEnd = index >= items.length - itemsAhead;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const next = items[index + 1]?.post;
  useEffect(() => {
    for (const { thumb } of next?.attachments ?? []) {
      if (thumb) new Image().src = fileUrl(thumb);
    }
  }, [next]);
}
