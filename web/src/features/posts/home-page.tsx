import { messages } from '@lop-xanh/contract/messages';
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '../../lib/visitor.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './home-page.module.css';
import { PendingPanel } from './pending-panel.tsx';
import { useIdsInPanel } from './pending-posts.ts';
import { PostComposer } from './post-composer.tsx';
import { PostEditing } from './post-editing.tsx';
import { PostFeed } from './post-feed.tsx';
import { QuickLinks } from './quick-links.tsx';

export function HomePage() {
  const { role } = useUser();
  const [isPanelOpen, togglePanel] = usePanel();
  const isTeacher = role === 'Teacher';
  const hasPanel = isTeacher || role === 'Mod';
  const inPanel = useIdsInPanel(hasPanel && isPanelOpen);
  const isWatching = isTeacher || (role === 'Mod' && isPanelOpen);

  return (
    <PostEditing>
      <PageHeader title={messages.navigation.home} isHidden />
      <div className={classes.home} data-rail={hasPanel || undefined}>
        <div className={classes.top}>
          <QuickLinks role={role} />
        </div>
        {isTeacher && (
          <div className={classes.composer}>
            <PostComposer />
          </div>
        )}
        {hasPanel && (
          <div className={classes.rail}>
            <PendingPanel isOpen={isPanelOpen} onToggle={togglePanel} isWatching={isWatching} />
          </div>
        )}
        <div className={classes.feed}>
          {isTeacher ? (
            <TeacherFeeds inPanel={inPanel} />
          ) : (
            <PostFeed
              which="all"
              heading={
                <VisuallyHidden>
                  <h2>Bảng tin</h2>
                </VisuallyHidden>
              }
              emptyText={role === 'Mod' ? 'Trường chưa có bài viết nào' : messages.feed.empty}
              without={inPanel}
              isWatching={isWatching}
            />
          )}
        </div>
      </div>
    </PostEditing>
  );
}

function TeacherFeeds({ inPanel }: { inPanel: ReadonlySet<number> }) {
  return (
    <>
      <PostFeed
        which="mine"
        heading={<h2 className={classes.heading}>{messages.feed.ownPosts}</h2>}
        emptyText="Bạn chưa viết bài nào"
        without={inPanel}
        isWatching
        hasListBelow
      />
      <PostFeed
        which="others"
        heading={<h2 className={classes.heading}>Bài viết của trường</h2>}
        emptyText="Đồng nghiệp chưa có bài viết nào"
        isWatching
      />
    </>
  );
}

const panelKey = 'pending-panel';

/** Closed stays closed while one goes to a post and back. */
function usePanel() {
  const [isOpen, setIsOpen] = useState(() => sessionStorage.getItem(panelKey) !== 'closed');
  const toggle = () => {
    sessionStorage.setItem(panelKey, isOpen ? 'closed' : 'open');
    setIsOpen(!isOpen);
  };
  return [isOpen, toggle] as const;
}
