/** Browsers throw on any access to a storage that their settings block. */
export const isSiteDataBlocked = ((): boolean => {
  try {
    localStorage.getItem('token');
    sessionStorage.getItem('token');
    return false;
  } catch {
    return true;
  }
})();
