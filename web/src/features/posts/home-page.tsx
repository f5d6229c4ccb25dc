import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import { Suspense, useState } from 'react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ConsentQuestions } from '../consent/public.ts';
import classes from './home-page.module.css';
import { NewPostButton } from './new-post-button.tsx';
import { PendingPanel } from './pending-panel.tsx';
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
  // As specified: for Teachers, and for Mods while the panel is open.
  const refetchOnWindowFocus = (isTeacher || (role === 'Mod' && isPanelOpen)) && 'always';

  return (
    <PostEditorProvider>
      <PageHeader title={messages.navigation.home} isHidden />
      <div className={classes.home} data-sidebar={hasPanel || undefined}>
        <div className={classes.top}>
          <QuickLinks role={role} />
          {role === 'Parent' && (
            <Suspense>
              <ConsentQuestions />
            </Suspense>
          )}
        </div>
        {isTeacher && (
          <div className={classes.newPost}>
            <NewPostButton />
          </div>
        )}
        {hasPanel && (
          <div className={classes.sidebar}>
            <PendingPanel
              isOpen={isPanelOpen}
              onToggle={togglePanel}
              refetchOnWindowFocus={refetchOnWindowFocus}
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
                  <h2>{t`Bảng tin`}</h2>
                </VisuallyHidden>
              }
              emptyTitle={role === 'Mod' ? t`Trường chưa có bài viết nào` : messages.feed.empty}
              excludedIds={panelPostIds}
              refetchOnWindowFocus={refetchOnWindowFocus}
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
      <PostFeed
        filter="others"
        heading={<h2 className={classes.heading}>{t`Bài viết của trường`}</h2>}
        emptyTitle={t`Đồng nghiệp chưa có bài viết nào`}
        refetchOnWindowFocus="always"
      />
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
