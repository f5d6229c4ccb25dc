import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function FeedSkeleton() {
  return (
    <>
      <Card>
        <Skeleton lines={9} />
      </Card>
      <Card>
        <Skeleton lines={9} />
      </Card>
    </>
  );
}
