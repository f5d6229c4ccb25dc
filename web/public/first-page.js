/*
 * Fetches the code of the first page beside the app's first file instead of after it: the login page for a visitor,
 * the pages behind the login for everyone else. The build writes the names of the files into the page.
 */
const files = document.currentScript.getAttribute(hasToken() ? 'data-member' : 'data-visitor');
for (const file of files ? files.split(' ') : []) {
  const link = document.createElement('link');
  if (file.endsWith('.css')) {
    link.rel = 'preload';
    link.as = 'style';
    // As Vite's own link to it, which would download it again otherwise.
    link.crossOrigin = '';
  } else {
    link.rel = 'modulepreload';
  }
  link.href = file;
  document.head.append(link);
}

function hasToken() {
  try {
    return localStorage.getItem('token') !== null;
  } catch {
    return false;
  }
}
