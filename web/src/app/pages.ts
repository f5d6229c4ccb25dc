import { lazyComponent } from '../lib/lazy-component.ts';

export const Post = lazyComponent('post-page', async () => {
  return (await import('../features/posts/post-page.tsx')).PostPage;
});
export const Memories = lazyComponent('memories-page', async () => {
  return (await import('../features/posts/memories-page.tsx')).MemoriesPage;
});
export const Lessons = lazyComponent('lessons-page', async () => {
  return (await import('../features/lessons/lessons-page.tsx')).LessonsPage;
});
export const Lesson = lazyComponent('lesson-page', async () => {
  return (await import('../features/lessons/lesson-page.tsx')).LessonPage;
});
export const LessonsManagement = lazyComponent('lessons-management-page', async () => {
  return (await import('../features/lessons/lessons-management-page.tsx')).LessonsManagementPage;
});
export const NewLesson = lazyComponent('lesson-editor-page', async () => {
  return (await import('../features/lessons/lesson-editor-page.tsx')).NewLessonPage;
});
export const EditLesson = lazyComponent('lesson-editor-page', async () => {
  return (await import('../features/lessons/lesson-editor-page.tsx')).EditLessonPage;
});
export const Classes = lazyComponent('classes-page', async () => {
  return (await import('../features/classes/classes-page.tsx')).ClassesPage;
});
export const Cards = lazyComponent('cards-page', async () => {
  return (await import('../features/cards/cards-page.tsx')).CardsPage;
});
export const Activities = lazyComponent('activities-page', async () => {
  return (await import('../features/activities/activities-page.tsx')).ActivitiesPage;
});
export const Scan = lazyComponent('scan-page', async () => {
  return (await import('../features/scan/scan-page.tsx')).ScanPage;
});
export const Teach = lazyComponent('teach-page', async () => {
  return (await import('../features/teaching/teach-page.tsx')).TeachPage;
});
export const Notifications = lazyComponent('notifications-page', async () => {
  return (await import('../features/notifications/notifications-page.tsx')).NotificationsPage;
});
export const Profile = lazyComponent('profile-page', async () => {
  return (await import('../features/auth/profile-page.tsx')).ProfilePage;
});
export const Accounts = lazyComponent('accounts-page', async () => {
  return (await import('../features/accounts/accounts-page.tsx')).AccountsPage;
});
export const Person = lazyComponent('person-page', async () => {
  return (await import('../features/people/person-page.tsx')).PersonPage;
});
export const StudentHistory = lazyComponent('student-history-page', async () => {
  return (await import('../features/history/student-history-page.tsx')).StudentHistoryPage;
});
export const TeacherHistory = lazyComponent('teacher-history-page', async () => {
  return (await import('../features/history/teacher-history-page.tsx')).TeacherHistoryPage;
});
export const Audit = lazyComponent('audit-page', async () => {
  return (await import('../features/audit/audit-page.tsx')).AuditPage;
});
export const AttendanceOverview = lazyComponent('attendance-overview-page', async () => {
  return (await import('../features/attendance-overview/attendance-overview-page.tsx'))
    .AttendanceOverviewPage;
});
export const Reports = lazyComponent('reports-page', async () => {
  return (await import('../features/reports/reports-page.tsx')).ReportsPage;
});
export const SchoolYear = lazyComponent('school-year-page', async () => {
  return (await import('../features/years/school-year-page.tsx')).SchoolYearPage;
});
export const StudentImport = lazyComponent('student-import-page', async () => {
  return (await import('../features/student-import/import-page.tsx')).ImportPage;
});
export const Moderation = lazyComponent('moderation-page', async () => {
  return (await import('../features/moderation/moderation-page.tsx')).ModerationPage;
});
export const Privacy = lazyComponent('privacy-page', async () => {
  return (await import('../features/privacy/privacy-page.tsx')).PrivacyPage;
});
export const Dashboard = lazyComponent('dashboard-page', async () => {
  return (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage;
});
export const SchoolOverview = lazyComponent('school-overview-page', async () => {
  return (await import('../features/dashboard/school-overview-page.tsx')).SchoolOverviewPage;
});
export const ComingSoon = lazyComponent('coming-soon-page', async () => {
  return (await import('./pages/coming-soon-page.tsx')).ComingSoonPage;
});
