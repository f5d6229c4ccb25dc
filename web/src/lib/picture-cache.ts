/** Filled by the service worker, so that lessons have their pictures offline. */
export const lessonPicturesCache = 'lesson-pictures';
export const lessonPicturesPath = '/uploads/lessons/';

/** The service worker did not see the pictures that the page loaded before it was ready: it asks for them again. */
export function storeLoadedPictures(): void {
  for (const { name } of performance.getEntriesByType('resource')) {
    if (name.startsWith(location.origin + lessonPicturesPath)) new Image().src = name;
  }
}
