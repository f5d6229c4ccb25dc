import { t } from '@lingui/core/macro';
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
    <Card title={t`Các con`}>
      <Loaded
        query={useQuery(childrenQuery)}
        skeleton={<Skeleton lines={4} />}
        failedMessage={t`Không tải được danh sách các con`}
        empty={
          <EmptyState picture={<SproutPicture />} title={t`Chưa có học sinh nào được liên kết`} />
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
  const teacherName = child.teacher_full_name;
  return (
    <li className={classes.child}>
      <Avatar user={child} />
      <div>
        <p>
          <strong>{child.full_name}</strong>
        </p>
        <p className={classes.soft}>{describeSchooling(child)}</p>
        {teacherName && <p className={classes.soft}>{t`Giáo viên: ${teacherName}`}</p>}
      </div>
    </li>
  );
}

function describeSchooling({ class_name: name, school_name, identifier_code }: Child): string {
  const className = name === null ? t`Chưa có lớp` : t`Lớp ${name}`;
  return [className, school_name, identifier_code].filter(Boolean).join(' · ');
}
