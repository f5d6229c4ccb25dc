/**
 * How an erasure treats a column that can hold something about a person:
 * - `deleted`: the person's rows are deleted
 * - `emptied`: the person's rows stay without their text
 * - `mentions`: texts of others, in which a chosen name is replaced
 * - `emptied and mentions`: both
 * - `derived`: PostgreSQL computes it from other columns of the row
 * - `impersonal`: codes, hashes, days, and names of schools, classes, lessons and files
 */
type Treatment =
  | 'deleted'
  | 'emptied'
  | 'mentions'
  | 'emptied and mentions'
  | 'derived'
  | 'impersonal';

/** Every column of every table that is not just a number, a moment or a boolean. */
export const registry: Record<string, Record<string, Treatment>> = {
  attachments: {
    file: 'impersonal',
    thumb: 'impersonal',
    mime: 'impersonal',
    filename: 'mentions',
  },
  attendance_corrections: { former_note: 'emptied and mentions', reason: 'emptied and mentions' },
  attendance_records: { note: 'emptied and mentions' },
  attendance_sheets: { date: 'impersonal' },
  audit_log: {
    actor: 'emptied',
    actor_role: 'impersonal',
    action: 'impersonal',
    subject: 'impersonal',
    subject_name: 'emptied and mentions',
    details: 'emptied and mentions',
  },
  authenticators: { secret: 'deleted' },
  avatar_photos: { file: 'impersonal' },
  // What went wrong with a disk or bucket.
  backups: { target: 'impersonal', error: 'impersonal' },
  cards: { secret_hash: 'deleted', pictures: 'deleted' },
  classes: { name: 'impersonal', avatar: 'impersonal', comment_mode: 'impersonal' },
  comment_reports: { reason: 'emptied and mentions' },
  comments: {
    text: 'emptied and mentions',
    status: 'impersonal',
    held_for: 'impersonal',
    reason: 'emptied and mentions',
  },
  data_requests: {
    kind: 'impersonal',
    status: 'impersonal',
    requester_name: 'emptied',
    details: 'emptied',
    received_on: 'impersonal',
    answer_due: 'impersonal',
    result_due: 'impersonal',
    due_on: 'impersonal',
    answer: 'emptied',
    result: 'emptied',
  },
  departures: { left_on: 'impersonal', reason: 'impersonal', destination: 'emptied' },
  erasures: { removed: 'impersonal', kept: 'impersonal', choices: 'impersonal' },
  former_class_names: { name: 'impersonal' },
  former_user_names: { first_name: 'deleted', last_name: 'deleted' },
  grades: { name: 'impersonal' },
  // Stored are hashes and ids, never content.
  idempotency_keys: { key_hash: 'deleted', fingerprint: 'deleted', reference: 'deleted' },
  import_columns: { heading: 'impersonal', field: 'impersonal' },
  import_jobs: { state: 'impersonal', result: 'impersonal' },
  leave_notes: {
    first_day: 'impersonal',
    last_day: 'impersonal',
    reason: 'emptied and mentions',
    status: 'impersonal',
  },
  lesson_thumbnails: { file: 'impersonal' },
  lesson_weeks: {
    title: 'impersonal',
    summary: 'impersonal',
    slide: 'impersonal',
    status: 'impersonal',
    thumbnail: 'impersonal',
    outline: 'impersonal',
    supplies: 'impersonal',
  },
  lessons: { title: 'impersonal' },
  login_devices: { token_hash: 'deleted' },
  login_tries: { username: 'deleted', origin: 'deleted' },
  memberships: {
    kind: 'impersonal',
    started_by_username: 'emptied',
    ended_by_username: 'emptied',
  },
  migrations: { file: 'impersonal', checksum: 'impersonal' },
  moderation_presence: { kind: 'deleted' },
  notifications: { type: 'impersonal', about: 'emptied and mentions', group_key: 'impersonal' },
  passkey_challenges: { challenge: 'deleted' },
  passkeys: {
    credential_id: 'deleted',
    public_key: 'deleted',
    transports: 'deleted',
    name: 'deleted',
  },
  photo_consents: {
    side: 'impersonal',
    decision: 'impersonal',
    evidence: 'impersonal',
    guardian_name: 'emptied',
    decided_on: 'impersonal',
  },
  posts: { title: 'mentions', content: 'mentions', status: 'impersonal', reason: 'mentions' },
  push_subscriptions: { endpoint: 'deleted', p256dh: 'deleted', auth: 'deleted' },
  recovery_codes: { code_hash: 'deleted' },
  school_activity: { day: 'impersonal' },
  // The plan holds ids, and the names of classes.
  school_year_drafts: { plan: 'impersonal' },
  school_years: { first_monday: 'impersonal' },
  schools: {
    school_name: 'impersonal',
    comment_mode: 'impersonal',
    held_words: 'impersonal',
    waste_pack: 'impersonal',
  },
  secrets: { name: 'impersonal', value: 'impersonal' },
  sessions: { token_hash: 'deleted', opened_by: 'deleted', device: 'deleted' },
  stored_files: { name: 'impersonal', metadata: 'impersonal' },
  student_names: { full_name: 'emptied' },
  taught_kinds: {
    label: 'impersonal',
    name: 'impersonal',
    waste_group: 'impersonal',
    advice: 'impersonal',
  },
  // What the nets saw, which names nobody.
  taught_photos: {
    net_label: 'impersonal',
    model: 'impersonal',
    features: 'impersonal',
    device_features: 'impersonal',
    file: 'impersonal',
  },
  used_codes: { code: 'deleted' },
  used_usernames: { username: 'deleted' },
  users: {
    role: 'impersonal',
    status: 'impersonal',
    username: 'emptied',
    password_hash: 'emptied',
    first_name: 'emptied',
    last_name: 'emptied',
    identifier_code: 'emptied',
    email: 'emptied',
    phone: 'emptied',
    parent_name: 'emptied',
    avatar: 'emptied',
    full_name: 'derived',
    given_name: 'derived',
    search_text: 'derived',
    search_words: 'derived',
    language: 'emptied',
    birth_date: 'emptied',
    sex: 'emptied',
    muted_kinds: 'emptied',
  },
};
