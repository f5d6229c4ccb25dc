/** What the login page and the pages behind it share beyond the first file; `first-load.spec.ts` notices a gap. */
const shared =
  /@mantine\/core\/esm\/components\/(Input|TextInput|ActionIcon)\/|@tanstack\/.*\/(mutationObserver|useMutation)\.|@tabler\/icons-react\/dist\/esm\/create|src\/ui\/brand\.tsx|contract\/src\/(site|auth)\.ts/;

/**
 * Phones fetch a few large files faster than many small ones: one for every page, one for the login, one for what is
 * behind it, one for the lessons.
 */
export const codeSplitting = {
  groups: [
    { name: 'index', tags: ['$initial' as const], priority: 4 },
    { name: 'shared', test: shared, priority: 3 },
    { name: 'login-page', test: /auth\/login-page\.tsx$/, priority: 2 },
    { name: 'member-pages', test: /app\/member-pages\.tsx$/, priority: 2 },
    // Before the lessons, so that it does not fetch them for what both use.
    { name: 'student-home', test: /home\/student-home\.tsx$/, priority: 1 },
    { name: 'lessons', test: /lessons\/lessons?-page\.tsx$/ },
    { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
  ],
};
