import { MantineProvider } from '@mantine/core';
import { RouterProvider } from 'react-router';
import { Overlays } from '../ui/overlays.tsx';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { router } from './router.tsx';

export function App() {
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
