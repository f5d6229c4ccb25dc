import type { Child } from '@lop-xanh/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { childrenQuery } from '../../lib/current-user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import classes from './profile-page.module.css';

export function ChildrenInformation() {
  return (
    <Card title="Các con">
      <Children />
    </Card>
  );
}

function Children() {
  const { data: children, error, isPending, refetch } = useQuery(childrenQuery);
  if (isPending) return <Skeleton lines={4} />;
  if (!children) {
    const message = errorMessageOr('Không tải được danh sách các con', error);
    return <ErrorState message={message} retry={() => void refetch()} />;
  }
  if (children.length === 0) {
    return <EmptyState picture={<SproutPicture />} title="Chưa có học sinh nào được liên kết" />;
  }
  return (
    <ul className={classes.list}>
      {children.map((child) => (
        <li key={child.id} className={classes.child}>
          <Avatar user={child} />
          <div>
            <p>
              <strong>{child.full_name}</strong>
            </p>
            <p className={classes.soft}>{describeSchooling(child)}</p>
            {child.teacher_full_name && (
              <p className={classes.soft}>Giáo viên: {child.teacher_full_name}</p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function describeSchooling({ class_name, school_name, identifier_code }: Child): string {
  const className = class_name === null ? 'Chưa có lớp' : `Lớp ${class_name}`;
  return [className, school_name, identifier_code].filter(Boolean).join(' · ');
}
