import './ui/styles.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { sendLogouts } from './lib/unsent-logouts.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
// A logout that the server could not be told of is told now, or when the network is back.
void sendLogouts();
window.addEventListener('online', () => void sendLogouts());
// In slices, so that a slow phone stays responsive meanwhile.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
