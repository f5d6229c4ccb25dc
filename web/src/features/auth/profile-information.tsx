import type { User } from '@lop-xanh/contract/accounts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import classes from './profile-page.module.css';

export function ProfileInformation({ user }: { user: User }) {
  return (
    <Card>
      <div className={classes.user}>
        <Avatar user={user} size={72} />
        <div>
          <h2 className={classes.name}>{user.full_name}</h2>
          <p className={classes.soft}>{user.role}</p>
        </div>
      </div>
      <Facts facts={listFacts(user)} />
    </Card>
  );
}

function listFacts(user: User): Fact[] {
  return [
    { name: 'Tên đăng nhập', value: user.username },
    ...listSchoolFacts(user),
    { name: 'Email', value: user.email },
    { name: 'Số điện thoại', value: user.phone },
  ];
}

function listSchoolFacts(user: User): Fact[] {
  const school = { name: 'Trường', value: user.school_name };
  switch (user.role) {
    case 'Admin':
      return [];
    case 'Student':
      return [
        school,
        { name: 'Khối', value: user.grade_name },
        { name: 'Lớp', value: user.class_name },
        { name: 'Mã số học sinh', value: user.identifier_code },
        { name: 'Phụ huynh', value: user.parent_name },
      ];
    case 'Teacher':
      return [school, { name: 'Mã số', value: user.identifier_code }];
    default:
      return [school];
  }
}
