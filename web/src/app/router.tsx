import { messages } from '@lop-xanh/contract/messages';
import { createBrowserRouter, Navigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { RequireRole, RequireSession } from './guards.tsx';
import { LoginRoute } from './login-route.tsx';
import { PageError } from './page-error.tsx';
import * as pages from './pages.ts';
import { AdminRoute, HomeRoute } from './role-routes.tsx';
import { SessionBoundary } from './session-boundary.tsx';

export const router = createBrowserRouter([
  {
    element: <SessionBoundary />,
    errorElement: <PageError />,
    children: [
      { path: paths.login, element: <LoginRoute /> },
      {
        element: <RequireSession />,
        children: [
          {
            errorElement: <PageError />,
            children: [
              { path: paths.home, element: <HomeRoute /> },
              { path: paths.lessons, element: <pages.Lessons /> },
              { path: paths.lesson, element: <pages.Lesson /> },
              { path: paths.classes, element: <pages.Classes /> },
              { path: paths.scan, element: <pages.Scan /> },
              { path: paths.post, element: <pages.Post /> },
              { path: paths.notifications, element: <pages.Notifications /> },
              { path: paths.profile, element: <pages.Profile /> },
              {
                path: paths.settings,
                element: <pages.ComingSoon title={messages.navigation.settings} />,
              },
              {
                path: paths.training,
                element: <pages.ComingSoon title={messages.navigation.training} />,
              },
              { path: paths.help, element: <pages.ComingSoon title={messages.navigation.help} /> },
              {
                element: (
                  <RequireRole
                    roles={['Teacher', 'Mod']}
                    refusal={messages.activities.teachersOnly}
                  />
                ),
                children: [{ path: paths.activities, element: <pages.Activities /> }],
              },
              {
                element: <RequireRole roles={['Admin', 'Mod']} />,
                children: [
                  { path: paths.admin, element: <AdminRoute /> },
                  { path: paths.accounts, element: <pages.Accounts /> },
                  { path: paths.studentHistory, element: <pages.StudentHistory /> },
                  { path: paths.teacherHistory, element: <pages.TeacherHistory /> },
                ],
              },
              {
                element: <RequireRole roles={['Admin']} />,
                children: [
                  { path: paths.lessonsManagement, element: <pages.LessonsManagement /> },
                  { path: paths.audit, element: <pages.Audit /> },
                ],
              },
              { path: '*', element: <Navigate to={paths.home} replace /> },
            ],
          },
        ],
      },
    ],
  },
]);
