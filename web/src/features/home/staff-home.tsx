import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import {
  NewPostButton,
  PendingPanel,
  PostFeed,
  useIsFeedLoading,
  useIsPanelLoading,
  usePostIdsInPanel,
} from '../posts/public.ts';
import { QuickLinks } from './quick-links.tsx';
import classes from './staff-home.module.css';

/** The feed of a Teacher or a Mod, beside the pending posts. */
export function StaffHome() {
  const { role } = useUser();
  const [isPanelOpen, togglePanel] = usePanelState();
  const isTeacher = role === 'Teacher';
  const panelPostIds = usePostIdsInPanel(isPanelOpen);
  // The feed leaves out what is in the panel, and on a phone it is below: it would move when the panel comes.
  const isFeedShown = !useIsPanelLoading(isPanelOpen);
  // As specified: always for Teachers, and for Mods while the panel is open; otherwise after a while.
  const refetchOnWindowFocus = isTeacher || isPanelOpen ? 'always' : true;

  return (
    <div className={classes.home} data-can-post={isTeacher || undefined}>
      <div className={classes.top}>
        <QuickLinks role={role} />
      </div>
      {isTeacher && (
        <div className={classes.newPost}>
          <NewPostButton />
        </div>
      )}
      <div className={classes.sidebar}>
        <PendingPanel
          isOpen={isPanelOpen}
          onToggle={togglePanel}
          refetchOnWindowFocus={refetchOnWindowFocus}
        />
      </div>
      <div className={classes.feed}>
        {isFeedShown && isTeacher && <TeacherFeeds panelPostIds={panelPostIds} />}
        {isFeedShown && !isTeacher && (
          <PostFeed
            filter="all"
            heading={
              <VisuallyHidden>
                <h2>{t`Bảng tin`}</h2>
              </VisuallyHidden>
            }
            emptyTitle={t`Trường chưa có bài viết nào`}
            excludedIds={panelPostIds}
            refetchOnWindowFocus={refetchOnWindowFocus}
          />
        )}
      </div>
    </div>
  );
}

function TeacherFeeds({ panelPostIds }: { panelPostIds: ReadonlySet<number> }) {
  const isFirstLoading = useIsFeedLoading('mine');
  return (
    <>
      <PostFeed
        filter="mine"
        heading={
          <h2 className={classes.heading} lang={getTextLanguage(messages.feed.ownPosts)}>
            {messages.feed.ownPosts}
          </h2>
        }
        emptyTitle={t`Bạn chưa viết bài nào`}
        excludedIds={panelPostIds}
        refetchOnWindowFocus="always"
        hasListBelow
      />
      {!isFirstLoading && (
        <PostFeed
          filter="others"
          heading={<h2 className={classes.heading}>{t`Bài viết của trường`}</h2>}
          emptyTitle={t`Đồng nghiệp chưa có bài viết nào`}
          refetchOnWindowFocus="always"
        />
      )}
    </>
  );
}

const panelStorageKey = 'pending-panel';

/** Remembers in this tab whether the panel is open. */
function usePanelState() {
  const [isOpen, setIsOpen] = useState(() => sessionStorage.getItem(panelStorageKey) !== 'closed');
  const toggle = () => {
    sessionStorage.setItem(panelStorageKey, isOpen ? 'closed' : 'open');
    setIsOpen(!isOpen);
  };
  return [isOpen, toggle] as const;
}
