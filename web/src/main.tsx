import './lib/newer-array-methods.ts';
import './lib/scanned-card.ts';
import './ui/styles.ts';
import './lib/install-prompt.ts';
import './lib/focus-clicked.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { currentLanguage, getDeviceLanguage, showLanguage } from './language/language.ts';
import { readCachedProfile } from './lib/cached-profile.ts';
import { loadPersistedQueries } from './lib/persisted-queries.ts';
import { sendLogouts } from './lib/unsent-logouts.ts';

const root = document.querySelector<HTMLElement>('#root');
if (!root) throw new Error('old-browser.js removed #root');
// Sends logouts that failed earlier, now and whenever the network returns.
void sendLogouts();
window.addEventListener('online', () => void sendLogouts());
const profile = readCachedProfile();
void Promise.all([
  showLanguage(profile?.language ?? getDeviceLanguage()),
  profile && loadPersistedQueries(profile.id),
])
  // Renders in slices, so that a slow phone stays responsive.
  .then(() => startTransition(render));

function render(): void {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // first-page.js shows the login page, in which the user may be typing already.
  if (root?.dataset.language === currentLanguage()) hydrateRoot(root, app);
  else createRoot(root as HTMLElement).render(app);
}
