/** Runs in the page: counts the actions left in its outbox. */
export function countUnsent(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('lop-xanh');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('outbox').objectStore('outbox').count();
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}
