/** What the login page and the pages behind it share beyond the first file; `first-load.spec.ts` notices a gap. */
const shared =
  /@tabler\/icons-react\/dist\/esm\/(create|icons\/Icon(Eye|EyeOff|AlertCircle|Qrcode)\.)|src\/ui\/(brand|form-error|plain-field)\.tsx|src\/language\/role-names\.ts|src\/lib\/(login-device|retries|use-sending)\.ts|contract\/src\/(site|auth)\.ts/;

/** Mantine's components that most pages use. */
const controls =
  /@mantine\/core\/esm\/components\/(Button|ActionIcon|TextInput|Textarea|Stack|Group|Text|Title|Paper)\//;

/**
 * Phones fetch a few large files faster than many small ones: one for every page, one for the login, one for the
 * libraries that everything behind it needs, one for its first pages, one for the lessons.
 */
export const codeSplitting = {
  groups: [
    { name: 'index', tags: ['$initial' as const], priority: 5 },
    { name: 'shared', test: shared, priority: 4 },
    { name: 'login-page', test: /auth\/login-page\.tsx$/, priority: 3 },
    { name: 'libraries', test: /ui\/mantine-root\.tsx$|lib\/query-client\.ts$/, priority: 3 },
    { name: 'member-pages', test: /app\/member-(app|pages)\.tsx$/, priority: 2 },
    // Before the lessons, so that it does not fetch them for what both use.
    { name: 'student-home', test: /home\/student-home\.tsx$/, priority: 1 },
    { name: 'lessons', test: /lessons\/lessons?-page\.tsx$/ },
    { name: 'controls', test: controls, priority: 1 },
    { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
  ],
};
