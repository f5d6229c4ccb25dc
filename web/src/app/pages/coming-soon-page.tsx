import { t } from '@lingui/core/macro';
import { messages } from '../../language/messages.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TreePicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';

export function ComingSoonPage({ getTitle }: { getTitle: () => string }) {
  return (
    <>
      <PageHeader title={getTitle()} />
      <Card>
        <EmptyState
          picture={<TreePicture />}
          title={messages.comingSoon}
          text={t`Cây đang lớn từng ngày. Trang này sẽ sớm ra mắt.`}
        />
      </Card>
    </>
  );
}
