import type { Role } from '@lop-xanh/contract/rules/roles';
import type { ReactNode } from 'react';
import { activityRoles } from '../features/activities/activity-roles.ts';
import { cardRoles } from '../features/cards/card-roles.ts';
import { memoryRoles } from '../features/posts/memory-roles.ts';
import { teachingRoles } from '../features/teaching/teaching-roles.ts';
import { messages } from '../language/messages.ts';
import { useUser } from '../lib/current-user.ts';
import type { LazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../lib/paths.ts';
import { useLocation } from '../lib/routing/location.ts';
import { Navigate } from '../lib/routing/navigate.ts';
import { matchPath, type RouteParams, RouteParamsContext } from '../lib/routing/route-params.ts';
import * as pages from './pages.ts';
import { RequireRole } from './require-role.tsx';

interface Route {
  path: string;
  page: ReactNode;
  /** Preloaded before the user is known: a page for every role. */
  preload?: LazyComponent['preload'];
}

const forEveryone = (path: string, Page: LazyComponent): Route => ({
  path,
  page: <Page />,
  preload: Page.preload,
});

/** Other roles are denied the page, and do not even load its code. */
const forRoles = (
  roles: readonly Role[],
  pagesByPath: Record<string, ReactNode>,
  getDeniedMessage?: () => string,
): Route[] =>
  Object.entries(pagesByPath).map(([path, page]) => ({
    path,
    page: (
      <RequireRole roles={roles} getDeniedMessage={getDeniedMessage}>
        {page}
      </RequireRole>
    ),
  }));

const comingSoon = (path: string, getTitle: () => string): Route => ({
  path,
  page: <pages.ComingSoon getTitle={getTitle} />,
});

const routes: Route[] = [
  forEveryone(paths.lessons, pages.Lessons),
  forEveryone(paths.lesson, pages.Lesson),
  forEveryone(paths.classes, pages.Classes),
  forEveryone(paths.scan, pages.Scan),
  forEveryone(paths.post, pages.Post),
  forEveryone(paths.notifications, pages.Notifications),
  forEveryone(paths.profile, pages.Profile),
  comingSoon(paths.settings, () => messages.navigation.settings),
  comingSoon(paths.training, () => messages.navigation.training),
  comingSoon(paths.help, () => messages.navigation.help),
  ...forRoles(
    activityRoles,
    { [paths.activities]: <pages.Activities /> },
    () => messages.activities.teachersOnly,
  ),
  ...forRoles(cardRoles, { [paths.cards]: <pages.Cards /> }),
  ...forRoles(['Teacher', 'Mod', 'Admin'], { [paths.classReport]: <pages.Reports /> }),
  ...forRoles(memoryRoles, { [paths.memories]: <pages.Memories /> }),
  ...forRoles(teachingRoles, { [paths.teach]: <pages.Teach /> }),
  ...forRoles(['Admin', 'Mod'], {
    [paths.admin]: <AdminRoute />,
    [paths.schoolOverview]: <pages.SchoolOverview />,
    [paths.accounts]: <pages.Accounts />,
    [paths.person]: <pages.Person />,
    [paths.studentHistory]: <pages.StudentHistory />,
    [paths.teacherHistory]: <pages.TeacherHistory />,
    [paths.attendanceOverview]: <pages.AttendanceOverview />,
    [paths.reports]: <pages.Reports />,
    [paths.schoolYear]: <pages.SchoolYear />,
    [paths.studentImport]: <pages.StudentImport />,
    [paths.audit]: <pages.Audit />,
    [paths.privacy]: <pages.Privacy />,
  }),
  ...forRoles(['Mod'], { [paths.moderation]: <pages.Moderation /> }),
  ...forRoles(['Admin'], {
    [paths.lessonsManagement]: <pages.LessonsManagement />,
    [paths.newLesson]: <pages.NewLesson />,
    [paths.editLesson]: <pages.EditLesson />,
  }),
];

interface Match {
  route: Route;
  params: RouteParams;
}

function findRoute(pathname: string): Match | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (params) return { route, params };
  }
  return undefined;
}

/** Every page behind the login but the home page. */
export function OtherPages() {
  const { pathname } = useLocation();
  const match = findRoute(pathname);
  return match ? (
    <RouteParamsContext value={match.params}>{match.route.page}</RouteParamsContext>
  ) : (
    <Navigate to={paths.home} />
  );
}

export function preloadPage(): void {
  findRoute(location.pathname)?.route.preload?.();
}

/** Only an Admin has a dashboard; a Mod starts with the accounts. */
function AdminRoute() {
  return useUser().role === 'Mod' ? <Navigate to={paths.accounts} /> : <pages.Dashboard />;
}
