/** Browsers throw at the mere mention of a storage that their settings block. */
export const isSiteDataBlocked = ((): boolean => {
  try {
    localStorage.getItem('token');
    sessionStorage.getItem('token');
    return false;
  } catch {
    return true;
  }
})();
