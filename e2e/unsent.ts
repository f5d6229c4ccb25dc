/** Runs in the page: what is left in its outbox. */
export function unsentOnDevice(): Promise<number> {
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
