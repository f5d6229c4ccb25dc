/** Filled by the service worker, so that lessons have their pictures offline. */
export const lessonPicturesCache = 'lesson-pictures';
