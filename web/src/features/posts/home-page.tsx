import { messages } from '@lop-xanh/contract/messages';
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './home-page.module.css';
import { PendingPanel } from './pending-panel.tsx';
import { PostComposer } from './post-composer.tsx';
import { PostEditorProvider } from './post-editor-provider.tsx';
import { PostFeed } from './post-feed.tsx';
import { QuickLinks } from './quick-links.tsx';
import { usePostIdsInPanel } from './use-pending-posts.ts';

export function HomePage() {
  const { role } = useUser();
  const [isPanelOpen, togglePanel] = usePanelState();
  const isTeacher = role === 'Teacher';
  const hasPanel = isTeacher || role === 'Mod';
  const panelPostIds = usePostIdsInPanel(hasPanel && isPanelOpen);
  const isRefetchedOnFocus = isTeacher || (role === 'Mod' && isPanelOpen);

  return (
    <PostEditorProvider>
      <PageHeader title={messages.navigation.home} isHidden />
      <div className={classes.home} data-sidebar={hasPanel || undefined}>
        <div className={classes.top}>
          <QuickLinks role={role} />
        </div>
        {isTeacher && (
          <div className={classes.composer}>
            <PostComposer />
          </div>
        )}
        {hasPanel && (
          <div className={classes.sidebar}>
            <PendingPanel
              isOpen={isPanelOpen}
              onToggle={togglePanel}
              isRefetchedOnFocus={isRefetchedOnFocus}
            />
          </div>
        )}
        <div className={classes.feed}>
          {isTeacher ? (
            <TeacherFeeds panelPostIds={panelPostIds} />
          ) : (
            <PostFeed
              filter="all"
              heading={
                <VisuallyHidden>
                  <h2>Bảng tin</h2>
                </VisuallyHidden>
              }
              emptyTitle={role === 'Mod' ? 'Trường chưa có bài viết nào' : messages.feed.empty}
              excludedIds={panelPostIds}
              isRefetchedOnFocus={isRefetchedOnFocus}
            />
          )}
        </div>
      </div>
    </PostEditorProvider>
  );
}

function TeacherFeeds({ panelPostIds }: { panelPostIds: ReadonlySet<number> }) {
  return (
    <>
      <PostFeed
        filter="mine"
        heading={<h2 className={classes.heading}>{messages.feed.ownPosts}</h2>}
        emptyTitle="Bạn chưa viết bài nào"
        excludedIds={panelPostIds}
        isRefetchedOnFocus
        hasListBelow
      />
      <PostFeed
        filter="others"
        heading={<h2 className={classes.heading}>Bài viết của trường</h2>}
        emptyTitle="Đồng nghiệp chưa có bài viết nào"
        isRefetchedOnFocus
      />
    </>
  );
}

const panelStorageKey = 'pending-panel';

/** Remembers a closed panel while the user visits another page. */
function usePanelState() {
  const [isOpen, setIsOpen] = useState(() => sessionStorage.getItem(panelStorageKey) !== 'closed');
  const toggle = () => {
    sessionStorage.setItem(panelStorageKey, isOpen ? 'closed' : 'open');
    setIsOpen(!isOpen);
  };
  return [isOpen, toggle] as const;
}
