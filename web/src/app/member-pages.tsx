import { matchRoutes, Navigate, Outlet, type RouteObject, useRoutes } from 'react-router';
import { activityRoles } from '../features/activities/activity-roles.ts';
import { cardRoles } from '../features/cards/card-roles.ts';
import { memoryRoles } from '../features/posts/memory-roles.ts';
import { teachingRoles } from '../features/teaching/teaching-roles.ts';
import { messages } from '../language/messages.ts';
import type { LazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../lib/paths.ts';
import { isMobile } from '../ui/use-is-mobile.ts';
import { prefetchFirstScreen } from './first-screen.ts';
import { PageErrorBoundary } from './page-error.tsx';
import * as pages from './pages.ts';
import { RequireRole } from './require-role.tsx';
import { AdminRoute, HomeRoute } from './role-routes.tsx';
import { Sidebar } from './shell/lazy-menus.ts';
import { Shell } from './shell/shell.tsx';

/** A page for every role: its chunk can be preloaded before the user is known. */
function page(path: string, Page: LazyComponent) {
  return { path, element: <Page />, handle: Page };
}

const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      {
        element: (
          <PageErrorBoundary>
            <Outlet />
          </PageErrorBoundary>
        ),
        children: [
          { path: paths.home, element: <HomeRoute /> },
          page(paths.lessons, pages.Lessons),
          page(paths.lesson, pages.Lesson),
          page(paths.classes, pages.Classes),
          page(paths.scan, pages.Scan),
          page(paths.post, pages.Post),
          page(paths.notifications, pages.Notifications),
          page(paths.profile, pages.Profile),
          {
            path: paths.settings,
            element: <pages.ComingSoon getTitle={() => messages.navigation.settings} />,
          },
          {
            path: paths.training,
            element: <pages.ComingSoon getTitle={() => messages.navigation.training} />,
          },
          {
            path: paths.help,
            element: <pages.ComingSoon getTitle={() => messages.navigation.help} />,
          },
          {
            element: (
              <RequireRole
                roles={activityRoles}
                getDeniedMessage={() => messages.activities.teachersOnly}
              />
            ),
            children: [{ path: paths.activities, element: <pages.Activities /> }],
          },
          {
            element: <RequireRole roles={cardRoles} />,
            children: [{ path: paths.cards, element: <pages.Cards /> }],
          },
          {
            element: <RequireRole roles={['Teacher', 'Mod', 'Admin']} />,
            children: [{ path: paths.classReport, element: <pages.Reports /> }],
          },
          {
            element: <RequireRole roles={memoryRoles} />,
            children: [{ path: paths.memories, element: <pages.Memories /> }],
          },
          {
            element: <RequireRole roles={teachingRoles} />,
            children: [{ path: paths.teach, element: <pages.Teach /> }],
          },
          {
            element: <RequireRole roles={['Admin', 'Mod']} />,
            children: [
              { path: paths.admin, element: <AdminRoute /> },
              { path: paths.schoolOverview, element: <pages.SchoolOverview /> },
              { path: paths.accounts, element: <pages.Accounts /> },
              { path: paths.person, element: <pages.Person /> },
              { path: paths.studentHistory, element: <pages.StudentHistory /> },
              { path: paths.teacherHistory, element: <pages.TeacherHistory /> },
              { path: paths.attendanceOverview, element: <pages.AttendanceOverview /> },
              { path: paths.reports, element: <pages.Reports /> },
              { path: paths.schoolYear, element: <pages.SchoolYear /> },
              { path: paths.studentImport, element: <pages.StudentImport /> },
              { path: paths.audit, element: <pages.Audit /> },
              { path: paths.privacy, element: <pages.Privacy /> },
            ],
          },
          {
            element: <RequireRole roles={['Mod']} />,
            children: [{ path: paths.moderation, element: <pages.Moderation /> }],
          },
          {
            element: <RequireRole roles={['Admin']} />,
            children: [
              { path: paths.lessonsManagement, element: <pages.LessonsManagement /> },
              { path: paths.newLesson, element: <pages.NewLesson /> },
              { path: paths.editLesson, element: <pages.EditLesson /> },
            ],
          },
          { path: '*', element: <Navigate to={paths.home} replace /> },
        ],
      },
    ],
  },
];

/** Every page behind the login. */
export function MemberPages() {
  return useRoutes(routes);
}

export function prefetchFirstPage(): void {
  void prefetchFirstScreen();
  if (!isMobile()) Sidebar.preload();
  for (const { route } of matchRoutes(routes, location) ?? []) {
    (route.handle as LazyComponent | undefined)?.preload();
  }
}
