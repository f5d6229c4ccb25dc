import type { Child } from '@lop-xanh/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { childrenQuery } from '../../lib/current-user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import classes from './profile-page.module.css';

export function ChildrenInformation() {
  return (
    <Card title="Các con">
      <Loaded
        query={useQuery(childrenQuery)}
        skeleton={<Skeleton lines={4} />}
        failedMessage="Không tải được danh sách các con"
        empty={
          <EmptyState picture={<SproutPicture />} title="Chưa có học sinh nào được liên kết" />
        }
      >
        {(children) => (
          <ul className={classes.list}>
            {children.map((child) => (
              <ChildItem key={child.id} child={child} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function ChildItem({ child }: { child: Child }) {
  return (
    <li className={classes.child}>
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
  );
}

function describeSchooling({ class_name, school_name, identifier_code }: Child): string {
  const className = class_name === null ? 'Chưa có lớp' : `Lớp ${class_name}`;
  return [className, school_name, identifier_code].filter(Boolean).join(' · ');
}
