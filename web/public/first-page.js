/*
 * Shows the first page before the app has loaded, as the build has rendered it, in the user's colours and language.
 * Fetches what it needs beside the app's first file instead of after it: the code of the login page for a visitor;
 * for everyone else the code of the pages behind it, the profile and what the home page shows. The build writes all
 * this into the page.
 */
const { visitor, member, other, host } = document.currentScript.dataset;
const token = readItem('token');
const profile = readProfile();
const isHome = location.pathname === '/';
followColorScheme();
showFirstPage();
// A form that is sent before the app has loaded waits for it.
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  event.target.dataset.isSent = '';
});
// In development, there are none.
const files = (token ? [member, isHome ? '' : other] : [visitor]).join(' ').trim();
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
  const me = '/api/auth/me';
  if (!isHome) return [me];
  const family = ['/api/posts', '/api/me/today'];
  const home = {
    Student: family,
    Parent: family,
    Teacher: ['/api/posts?mine=true', '/api/posts?mine=false'],
    Mod: ['/api/posts'],
  };
  return [me].concat(home[profile.role] || []);
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

/** The app follows it too, once it has loaded. */
function followColorScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
  };
  apply();
  dark.addEventListener('change', apply);
}

function showFirstPage() {
  const chosen =
    profile.language || readItem('language') || document.documentElement.dataset.language;
  const language = ['vi', 'en'].includes(chosen) ? chosen : 'default';
  document.documentElement.lang = language === 'en' ? 'en' : 'vi';
  // The login page of the app differs from the prerendered one if it offers a passkey.
  const isLogin = token === null && readItem('passkey') === null && location.pathname !== '/card';
  const hasFrame = token && !['/card', '/scan-app/scan'].includes(location.pathname);
  const name = hasFrame ? (isHome ? 'home' : 'page') : isLogin ? 'login' : 'splash';
  const page = document.querySelector(`template[data-page=${name}][data-language=${language}]`);
  // There is none in development.
  if (!page) return;
  const root = document.getElementById('root');
  root.append(page.content.cloneNode(true));
  if (isLogin) root.dataset.language = language;
  // Their text is larger, and so is what it stands in.
  const isFamily = profile.role === 'Student' || profile.role === 'Parent';
  if (hasFrame && isFamily) document.documentElement.dataset.audience = 'students';
}

/** As it was when the user was here last. */
function readProfile() {
  try {
    return JSON.parse(readItem('profile')) || {};
  } catch {
    return {};
  }
}

/** Undefined if the browser blocks site data. */
function readItem(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}
