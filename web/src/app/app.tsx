import { isSiteDataBlocked } from '../lib/site-data.ts';
import { Overlays } from '../ui/overlays.tsx';
import { Router } from './router.tsx';
import { SiteDataBlocked } from './site-data-blocked.tsx';

export function App() {
  return (
    <>
      {isSiteDataBlocked ? <SiteDataBlocked /> : <Router />}
      <Overlays />
    </>
  );
}
