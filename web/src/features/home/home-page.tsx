import { isStaff } from '@lop-xanh/contract/rules/roles';
import { Suspense } from 'react';
import { messages } from '../../language/messages.ts';
import { useUser } from '../../lib/current-user.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PostEditorProvider } from '../posts/public.ts';
import { FamilyFeed } from './family-feed.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { ParentHome, StaffHome, StudentHome } from './lazy-homes.ts';

/** The feed, below what the user's role needs first. */
export function HomePage() {
  const { role } = useUser();
  return (
    <PostEditorProvider>
      <PageHeader title={messages.navigation.home} isHidden />
      <Suspense fallback={<HomeSkeleton />}>
        {role === 'Student' && (
          <StudentHome>
            <FamilyFeed />
          </StudentHome>
        )}
        {role === 'Parent' && (
          <ParentHome renderFeed={(isShown) => <FamilyFeed isShown={isShown} />} />
        )}
        {isStaff(role) && <StaffHome />}
      </Suspense>
    </PostEditorProvider>
  );
}
