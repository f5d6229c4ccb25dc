import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { describeError } from '../../lib/api-errors.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useScannedCard } from '../../lib/scanned-card.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CardProblem } from './card-problem.tsx';
import { CardScreen } from './card-screen.tsx';
import { cardQuery } from './cards.api.ts';
import { getOfflineMessage } from './offline-message.ts';
import { PictureLogin } from './picture-login.tsx';

const CardScanner = lazyComponent('card-scanner', async () => {
  return (await import('./card-scanner.tsx')).CardScanner;
});

export function CardLoginPage() {
  const secret = useScannedCard();
  return (
    <>
      <title>{`${t`Đăng nhập bằng thẻ`} · Lớp Xanh`}</title>
      {secret === null ? (
        <CardScreen>
          <Suspense fallback={<Skeleton lines={6} />}>
            <CardScanner />
          </Suspense>
        </CardScreen>
      ) : (
        <ScannedCard key={secret} secret={secret} />
      )}
    </>
  );
}

function ScannedCard({ secret }: { secret: string }) {
  const { data: card, error, refetch } = useQuery(cardQuery(secret));
  const retry = () => void refetch();
  if (error) {
    return (
      <CardScreen canScan>
        <CardProblem message={describeError(error, getOfflineMessage())} retry={retry} />
      </CardScreen>
    );
  }
  return (
    <CardScreen canScan>
      {card ? (
        // Another device may choose the pictures meanwhile.
        <PictureLogin key={String(card.hasPictures)} secret={secret} card={card} onStale={retry} />
      ) : (
        <Skeleton lines={6} />
      )}
    </CardScreen>
  );
}
