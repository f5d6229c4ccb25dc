/*
 * Fetches what the first page needs beside the app's first file instead of after it: the code of the login page for
 * a visitor; for everyone else the code of the pages behind it, the profile and what the home page shows. The build
 * writes the names of the files into the page.
 */
const { visitor, member, host } = document.currentScript.dataset;
const token = readItem('token');
const files = token ? member : visitor;
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
// Taken by lib/early-responses.ts. If the app is there already, it has sent these requests itself.
if (token && !window.earlyResponses) window.earlyResponses = listFirstPaths().map(send);

function listFirstPaths() {
  const profile = '/api/auth/me';
  if (location.pathname !== '/') return [profile];
  const family = ['/api/posts', '/api/me/today'];
  const { role } = JSON.parse(readItem('profile')) || {};
  const home = {
    Student: family,
    Parent: family,
    Teacher: ['/api/posts?mine=true', '/api/posts?mine=false'],
    Mod: ['/api/posts'],
  };
  return [profile].concat(home[role] || []);
}

function send(path) {
  const { href: url } = new URL((host || '') + path, location.href);
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  if (host) headers['ngrok-skip-browser-warning'] = 'true';
  const controller = new AbortController();
  const response = fetch(url, { headers, signal: controller.signal });
  // The app handles the error, if it wants the response.
  response.catch(() => undefined);
  return { url, token, response, controller };
}

function readItem(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
