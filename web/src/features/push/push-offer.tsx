import { Suspense, useState } from 'react';
import { useUser } from '../../lib/current-user.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../lib/paths.ts';
import { useLocation } from '../../lib/routing/location.ts';
import { endOffer, isOfferDue } from './offer-state.ts';

const PushQuestion = lazyComponent('push-question', async () => {
  return (await import('./push-question.tsx')).PushQuestion;
});

/** Asks for push messages on the home page, once the user knows what they are good for. */
export function PushOffer() {
  const { id, role } = useUser();
  const { pathname } = useLocation();
  const isHome = pathname === (role === 'Admin' ? paths.admin : paths.home);
  return isHome ? <Offer key={id} userId={id} /> : null;
}

function Offer({ userId }: { userId: number }) {
  const [isDue, setIsDue] = useState(() => isOfferDue(userId));
  const end = () => {
    endOffer(userId);
    setIsDue(false);
  };
  return <Suspense>{isDue && <PushQuestion onEnd={end} />}</Suspense>;
}
