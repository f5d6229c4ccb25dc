import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { CardLoginPage } from '../features/cards/card-login-page.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { MantineRoot } from '../ui/mantine-root.tsx';

/** The login with a card, for visitors and on a device where somebody is logged in. */
export function CardApp() {
  const [client] = useState(createQueryClient);
  return (
    <MantineRoot>
      <QueryClientProvider client={client}>
        <CardLoginPage />
      </QueryClientProvider>
    </MantineRoot>
  );
}
