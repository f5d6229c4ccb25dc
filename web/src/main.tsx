import './lib/newer-array-methods.ts';
import './lib/scanned-card.ts';
import './ui/styles.ts';
import './lib/install-prompt.ts';
import './lib/focus-clicked.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { getDeviceLanguage, showLanguage } from './language/language.ts';
import { readCachedProfile } from './lib/current-user.ts';
import { loadPersistedQueries } from './lib/persisted-queries.ts';
import { sendLogouts } from './lib/unsent-logouts.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('old-browser.js removed #root');
// Sends logouts that failed earlier, now and whenever the network returns.
void sendLogouts();
window.addEventListener('online', () => void sendLogouts());
const profile = readCachedProfile();
void Promise.all([
  showLanguage(profile?.language ?? getDeviceLanguage()),
  profile && loadPersistedQueries(profile.id),
]).then(() =>
  // Renders in slices, so that a slow phone stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
);
