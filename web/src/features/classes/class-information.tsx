import { messages } from '@lop-xanh/contract/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { classesQuery } from './classes.api.ts';

/** A teacher's own classes, on the profile page. */
export function ClassInformation() {
  return (
    <Card title="Thông tin lớp">
      <OwnClasses />
    </Card>
  );
}

function OwnClasses() {
  const { data: classes, error, isPending, refetch } = useInfiniteQuery(classesQuery);
  if (isPending) return <Skeleton lines={2} />;
  if (!classes) {
    const message = errorMessageOr(messages.classes.loadFailed, error);
    return <ErrorState message={message} retry={() => void refetch()} />;
  }
  if (classes.length === 0) {
    return <EmptyState picture={<SproutPicture />} title="Bạn chưa được phân công lớp" />;
  }
  return classes.map(({ id, name, grade_name, student_count }) => (
    <Facts
      key={id}
      facts={[
        { name: 'Lớp', value: name },
        { name: 'Khối', value: grade_name },
        { name: 'Sĩ số', value: `${student_count} học sinh` },
      ]}
    />
  ));
}
