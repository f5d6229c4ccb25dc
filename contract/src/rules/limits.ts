/** Every number of the product that a person can notice, once. Times are in milliseconds. */
export const limits = {
  toastMs: 3500,
  deviceAdviceToastMs: 6000,
  savedAttendanceMs: 4000,
  postEditMs: 800,
  feedSignalMs: 300,
  badgeSignalMs: 400,
  notificationPollMs: 300_000,
  chunkLoadMs: 120_000,
  likeBucketMs: 5 * 60_000,
  likeNames: 3,

  attachmentsOnCard: 3,
  commentsOnCard: 10,
  commentsOnMobileStudentCard: 2,
  contentLinesOnSmallCard: 2,
  tableRows: 10,
  schoolListHeightPx: 144,

  smallPostWidthPx: 520,
  mobileWidthPx: 900,

  teachingWeeks: 35,
  attendanceNoteMax: 500,

  postTitleMax: 200,
  postContentMax: 20_000,
  commentMax: 2_000,
  reasonMax: 500,
  attachmentsMax: 10,
  imageBytesMax: 15 * 1024 * 1024,
  videoBytesMax: 200 * 1024 * 1024,
  photoSidePx: 1920,

  lessonTitleMax: 200,
  lessonEntriesMax: 105,
  weekTitleMax: 200,
  summaryMax: 5_000,
  outlinePointsMax: 20,
  outlinePointMax: 500,
  suppliesMax: 30,
  supplyMax: 200,
  slideLinkMax: 2_000,
  lessonBytesMax: 4 * 1024 * 1024,

  usernameMin: 3,
  passwordMin: 6,
  tableBytesMax: 5 * 1024 * 1024,
  tableRowsMax: 5_000,
  ownPasswordMin: 8,

  scanBytesMax: 8 * 1024 * 1024,
  scansPerMinute: 20,
  cameraWidth: 1280,
  cameraHeight: 720,
  screenshotQuality: 0.92,
} as const;

export const defaultAvatar = '/uploads/avt/avt-def.jpg';
