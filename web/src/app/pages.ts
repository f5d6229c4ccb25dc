import { lazyPage } from '../lib/lazy-page.ts';

export const Post = lazyPage('post-page', async () => {
  return (await import('../features/posts/post-page.tsx')).PostPage;
});
export const Lessons = lazyPage('lessons-page', async () => {
  return (await import('../features/lessons/lessons-page.tsx')).LessonsPage;
});
export const Lesson = lazyPage('lesson-page', async () => {
  return (await import('../features/lessons/lesson-page.tsx')).LessonPage;
});
export const LessonsManagement = lazyPage('lessons-management-page', async () => {
  return (await import('../features/lessons/lessons-management-page.tsx')).LessonsManagementPage;
});
export const Classes = lazyPage('classes-page', async () => {
  return (await import('../features/classes/classes-page.tsx')).ClassesPage;
});
export const Activities = lazyPage('activities-page', async () => {
  return (await import('../features/activities/activities-page.tsx')).ActivitiesPage;
});
export const Scan = lazyPage('scan-page', async () => {
  return (await import('../features/scan/scan-page.tsx')).ScanPage;
});
export const Notifications = lazyPage('notifications-page', async () => {
  return (await import('../features/notifications/notifications-page.tsx')).NotificationsPage;
});
export const Profile = lazyPage('profile-page', async () => {
  return (await import('../features/auth/profile-page.tsx')).ProfilePage;
});
export const Accounts = lazyPage('accounts-page', async () => {
  return (await import('../features/accounts/accounts-page.tsx')).AccountsPage;
});
export const StudentHistory = lazyPage('student-history-page', async () => {
  return (await import('../features/history/student-history-page.tsx')).StudentHistoryPage;
});
export const TeacherHistory = lazyPage('teacher-history-page', async () => {
  return (await import('../features/history/teacher-history-page.tsx')).TeacherHistoryPage;
});
export const Audit = lazyPage('audit-page', async () => {
  return (await import('../features/audit/audit-page.tsx')).AuditPage;
});
export const Dashboard = lazyPage('dashboard-page', async () => {
  return (await import('./pages/dashboard-page.tsx')).DashboardPage;
});
export const ComingSoon = lazyPage('coming-soon-page', async () => {
  return (await import('./pages/coming-soon-page.tsx')).ComingSoonPage;
});
