import { messages } from '../../language/messages.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TreePicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';

export function ComingSoonPage({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          picture={<TreePicture />}
          title={messages.comingSoon}
          text="Cây đang lớn từng ngày. Trang này sẽ sớm ra mắt."
        />
      </Card>
    </>
  );
}
