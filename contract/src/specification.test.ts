import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { messages } from './messages.ts';
import { defaultAvatar, limits } from './rules/limits.ts';

type Message = string | ((...values: never[]) => string);

/** By path, such as 'lessons.left'. */
const messageByPath = new Map<string, Message>();
function flatten(branch: object, path: string[] = []): void {
  for (const [name, value] of Object.entries(branch)) {
    const valuePath = [...path, name];
    if (typeof value === 'object') flatten(value, valuePath);
    else messageByPath.set(valuePath.join('.'), value);
  }
}
flatten(messages);

/** The specification's strings a second time, so that an accidental change on either side fails. */
const specified: Record<string, string> = {
  'session.expired': 'Phiên bản hết hạn mời đăng nhập lại',
  'session.needed': 'You must to be logged in to view this page',
  'session.confirmLogout': 'Are you sure you want to logout?',
  'access.denied': 'You do not have permission to access this page.',
  'login.failed': 'Login failed',
  'login.wrong': 'Sai tài khoản hoặc mật khẩu',
  'login.locked': 'Tài khoản đã bị khóa',
  'profile.fetchFailed': 'Failed to fetch profile',
  'profile.loadFailed': 'Can not loading profile...',
  'password.changed': 'Change password successfully',
  'password.changeFailed': 'Failed to change password',
  'password.bothNeeded': 'Please fill in both current and new password',
  'password.newNeeded': 'Please enter a new password',
  'password.mismatch': 'Passwords do not match',
  'password.hint': 'At least 8 characters with letters and numbers',
  comingSoon: 'Coming Soon',
  'chunk.failed': 'Loading chunk 7 failed',
  'navigation.dashboard': 'Dashboard',
  'navigation.accounts': 'Accounts Management',
  'navigation.lessonsManagement': 'Lessons Management',
  'navigation.home': 'Home',
  'navigation.lessons': 'Lessons',
  'navigation.classes': 'My Classes',
  'navigation.notifications': 'Notifications',
  'navigation.profile': 'Profile',
  'navigation.settings': 'Settings',
  'navigation.training': 'Training',
  'navigation.help': 'Help',
  'navigation.logout': 'Logout',
  'feed.ownPosts': 'Previous posts by you',
  'feed.loadFailed': 'Không thể tải bài viết từ server, dùng chế độ offline',
  'feed.pendingLoadFailed': 'Không thể tải danh sách chờ duyệt',
  'feed.createFailed': 'Không thể đăng lên server, dùng chế độ offline',
  'feed.editFailed': 'Không thể cập nhật bài viết trên server',
  'feed.deleteFailed': 'Không thể xóa bài viết trên server',
  'feed.rejectUnsent': 'Không thể từ chối bài viết trên server',
  'feed.offline': '(offline)',
  'feed.likeFailed': 'Like action failed, updated locally',
  'feed.commentFailed': 'Gửi bình luận thất bại, đã lưu cục bộ',
  'feed.confirmDelete': 'Xóa bài viết?',
  'feed.empty': 'No posts found from your Teacher.',
  'feed.noComment': 'No comment',
  'feed.commentHidden': 'Bình luận đã được ẩn',
  'feed.nonePending': 'No posts pending approval',
  'moderation.approved': 'Approved successfully',
  'moderation.approveFailed': 'Approve failed',
  'moderation.confirmReject': 'Reject post?',
  'moderation.rejected': 'Rejected successfully',
  'moderation.rejectFailed': 'Rejected failed',
  'moderation.rejectFailedOnCard': 'Reject failed',
  'post.warning': 'Cảnh báo',
  'post.unauthenticated': 'Không được xác thực',
  'post.notFound': 'Không tìm thấy bài viết',
  'post.loadFailed': 'Lỗi khi tải bài viết',
  'post.denied': 'Bạn không có quyền truy cập trang này.',
  'lessons.thisMonth': 'This month',
  'lessons.thisWeek': "This week's lessons",
  'lessons.finished': 'Finished',
  'lessons.progress': 'Teaching Progress',
  'lessons.left': '7 lessons left',
  'lessons.noneCompleted': 'No lessons completed',
  'lessons.loading': 'Đang tải...',
  'lessons.notFound': 'Không tìm thấy bài giảng',
  'lessons.weekUnavailable': 'Tuần 7 không khả dụng hoặc đã bị ẩn',
  'lessons.summary': 'Summary',
  'lessons.outline': 'Outline',
  'lessons.supplies': 'Prepared supplies',
  'lessons.titleRequired': 'Title is required',
  'lessons.gradeRequired': 'Select a grade',
  'lessons.weekNumberRequired': 'Week number is required',
  'lessons.weekTitleRequired': 'Week title is required',
  'lessons.summaryRequired': 'Summary is required',
  'classes.list': 'List of Classes',
  'classes.loadFailed': 'Cannot loading classes',
  'classes.dataFailed': 'Cannot loading class data',
  'attendance.none': 'No attendance list for this week',
  'attendance.noWeek': 'No week selected',
  'attendance.saved': 'Saved attendance',
  'attendance.saveFailed': 'Save failed (status 7)',
  'attendance.unreachable': 'Cannot saving attendance (network or server error)',
  'attendance.alreadySaved': 'Attendance for this week is already saved',
  'activities.loginNeeded': 'Bạn cần đăng nhập để xem activities',
  'activities.teachersOnly': 'Trang Activities chỉ dành cho giáo viên',
  'activities.dataFailed': 'Không thể tải dữ liệu',
  'activities.loadFailed': 'Không thể tải activities',
  'notifications.markAllRead': 'Mark all read',
  'notifications.others': 'and 7 others',
  'notifications.liked': 'liked your post',
  'notifications.empty': 'No notifications',
  'schools.saveFailed': 'Failed to save: 7',
  'schools.deleteFailed': 'Failed to delete: 7',
  'schools.nameRequired': 'Name required',
  'accounts.usernameTooShort': 'Username must be at least 3 characters',
  'accounts.passwordTooShort': 'Password must be at least 6 characters',
  'accounts.schoolRequired': 'Select a school',
  'accounts.invalidEmail': 'Invalid email',
  'accounts.mustChangePassword': 'Must change password at first login',
  'accounts.addParent': 'Add parent account',
  'accounts.resetFailed': 'Failed to reset password: 7',
  'accounts.resetWithoutPassword':
    'Reset succeeded but no password was returned by the server. Check server logs.',
  'accounts.noPassword': 'No password returned from server.',
  'accounts.pendingAssignment': 'pending assignment',
  'history.none': 'No history available',
  'history.noAssignments': 'No assignment history',
  'history.noTransfers': 'No class transfer history',
  'history.noAttendance': 'No attendance history',
  'history.classTab': 'Class History',
  'history.attendanceTab': 'Attendance History',
  'history.viewReport': 'View Report',
  'scan.shoot': 'Shot and Scan',
  'scan.unrecognized': 'Không nhận diện được loại rác.',
  'scan.failed': 'Lỗi khi phân tích hình ảnh.',
  'scan.noCamera': 'getUserMedia not supported',
};

test('every message is spelled as in the specification, and all are listed here', () => {
  const texts = Object.fromEntries(
    [...messageByPath].map(([name, message]) => [
      name,
      typeof message === 'string' ? message : message(7 as never),
    ]),
  );
  expect(texts).toEqual(specified);
  expect(messageByPath.size).toBeGreaterThan(100);
});

test('every timer and limit has the value of the specification', () => {
  expect(limits).toEqual({
    toastMs: 3500,
    deviceAdviceToastMs: 6000,
    savedAttendanceNoticeMs: 4000,
    postEditDelayMs: 800,
    feedSignalDelayMs: 300,
    badgeSignalDelayMs: 400,
    notificationPollMs: 300_000,
    chunkLoadTimeoutMs: 120_000,
    groupWindowMs: 300_000,
    maxSenderNames: 3,
    maxListedLikes: 100,
    attachmentsOnCard: 3,
    commentsOnCard: 10,
    commentsOnMobileStudentCard: 2,
    commentsOnPage: 50,
    commentWindowMinutes: 10,
    maxFamilyComments: 20,
    maxStaffComments: 100,
    undoStartDays: 7,
    correctionDays: 7,
    maxCorrections: 100,
    maxSubstitutionDays: 366,
    contentLinesOnSmallCard: 2,
    rowsPerTablePage: 10,
    schoolListHeightPx: 144,
    smallPostWidthPx: 520,
    mobileWidthPx: 900,
    teachingWeeks: 35,
    rolloverWeek: 30,
    schoolsPerPage: 25,
    loginDays: 7,
    loginWeeks: 12,
    lowestRates: 7,
    highestRates: 3,
    latePostDays: 3,
    silentDays: 7,
    lowCoverage: 0.75,
    lowCoverageWeekday: 5,
    maxAttendanceNoteLength: 500,
    maxPostTitleLength: 200,
    maxPostContentLength: 20_000,
    maxCommentLength: 2_000,
    maxReasonLength: 500,
    maxHeldWords: 200,
    maxHeldWordLength: 50,
    undoDecisionMs: 10_000,
    presencePollMs: 5_000,
    presenceMs: 15_000,
    maxAttachments: 10,
    maxBlurredFaces: 200,
    maxImageBytes: 15_728_640,
    maxVideoBytes: 209_715_200,
    maxPhotoSidePx: 1920,
    maxLessonTitleLength: 200,
    maxLessonEntries: 105,
    maxWeekTitleLength: 200,
    maxSummaryLength: 5_000,
    maxOutlinePoints: 20,
    maxOutlinePointLength: 500,
    maxSupplies: 30,
    maxSupplyLength: 200,
    maxSlideLinkLength: 2_000,
    maxLessonBytes: 4_194_304,
    consentAge: 7,
    answerWorkingDays: 2,
    resultDays: 15,
    copyDays: 30,
    maxRequestTextLength: 2_000,
    maxLeaveDays: 31,
    maxLeaveReasonLength: 300,
    cardPictures: 3,
    cardTries: 5,
    temporaryPasswordDays: 30,
    recoveryCodes: 10,
    quietFromHour: 21,
    quietUntilHour: 6,
    maxSearchLength: 100,
    foundPerKind: 5,
    maxSelectedAccounts: 5_000,
    maxPasswordsPerReset: 25,
    minUsernameLength: 3,
    minPasswordLength: 6,
    maxTableBytes: 5_242_880,
    maxTableRows: 5_000,
    maxExportedAuditEntries: 10_000,
    minOwnPasswordLength: 8,
    maxScanBytes: 8 * 1024 * 1024,
    scansPerMinute: 20,
    maxKindNameLength: 40,
    maxAdviceLength: 200,
    maxTaughtKinds: 30,
    maxTaughtPhotos: 1_000,
    maxTaughtPhotosPerKind: 200,
    maxWaitingPhotos: 20,
    maxWaitingPhotosOfKind: 100,
    waitingPhotoDays: 60,
    maxTaughtBytes: 12 * 1024 * 1024,
    cameraWidthPx: 1280,
    cameraHeightPx: 720,
    screenshotQuality: 0.92,
  });
  expect(defaultAvatar).toBe('/uploads/avt/avt-def.jpg');
});

describe('the code uses what is specified', () => {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
  const readSources = (folder: string, recursive = true) =>
    readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .filter((file) => !/^(messages|rules[/\\]limits)\.ts$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8'));
  /** Includes the files directly in web/, which pass the limits to the style sheets. */
  const sources = [
    ...['contract/src', 'server/src', 'web/src'].flatMap((folder) => readSources(folder)),
    ...readSources('web', false),
  ];
  const isUsed = (object: string) => (name: string) => {
    const use = new RegExp(`\\b${object}\\.${name.replaceAll('.', '\\.')}\\b`);
    return sources.some((text) => use.test(text));
  };

  test('every message is used somewhere', () => {
    expect([...messageByPath.keys()].filter((name) => !isUsed('messages')(name))).toEqual([]);
  });

  test('every limit is used somewhere', () => {
    expect(Object.keys(limits).filter((name) => !isUsed('limits')(name))).toEqual([]);
  });
});
