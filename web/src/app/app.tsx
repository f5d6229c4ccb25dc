import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { Overlays } from '../ui/overlays.tsx';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { openRouter } from './router.tsx';

export function App() {
  const [router] = useState(openRouter);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
      <Overlays />
    </MantineProvider>
  );
}
