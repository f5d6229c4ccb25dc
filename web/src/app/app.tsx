import { MantineProvider } from '@mantine/core';
import { isSiteDataBlocked } from '../lib/site-data.ts';
import { Overlays } from '../ui/overlays.tsx';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { Router } from './router.tsx';
import { SiteDataBlocked } from './site-data-blocked.tsx';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      {isSiteDataBlocked ? <SiteDataBlocked /> : <Router />}
      <Overlays />
    </MantineProvider>
  );
}
