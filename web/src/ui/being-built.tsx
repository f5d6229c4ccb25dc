import { Card } from './card.tsx';
import { PageHeader } from './page-header.tsx';
import { SproutPicture } from './pictures.tsx';
import { EmptyState } from './state.tsx';

/** The honest page of a part that does not exist yet. */
export function BeingBuilt({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          picture={<SproutPicture />}
          title={title}
          text="Phần này đang được xây dựng và sẽ sớm có mặt."
        />
      </Card>
    </>
  );
}
