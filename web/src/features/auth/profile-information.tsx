import { t } from '@lingui/core/macro';
import type { User } from '@lop-xanh/contract/accounts';
import { translateGrade } from '../../language/grade-name.ts';
import { getRoleName } from '../../language/role-names.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { AvatarButton } from '../avatars/public.ts';
import classes from './profile-page.module.css';

export function ProfileInformation({ user }: { user: User }) {
  return (
    <Card>
      <div className={classes.user}>
        <Avatar user={user} size={72} />
        <div className={classes.words}>
          <h2 className={classes.name}>{user.full_name}</h2>
          <p className={classes.soft}>{getRoleName(user.role)}</p>
          <AvatarButton />
        </div>
      </div>
      <Facts facts={listFacts(user)} />
    </Card>
  );
}

function listFacts(user: User): Fact[] {
  return [
    { name: t`Tên đăng nhập`, value: user.username },
    ...listSchoolFacts(user),
    { name: t`Email`, value: user.email },
    { name: t`Số điện thoại`, value: user.phone },
  ];
}

function listSchoolFacts(user: User): Fact[] {
  const school = { name: t`Trường`, value: user.school_name };
  switch (user.role) {
    case 'Admin':
      return [];
    case 'Student':
      return [
        school,
        { name: t`Khối`, value: user.grade_name && translateGrade(user.grade_name) },
        { name: t`Lớp`, value: user.class_name },
        { name: t`Mã số học sinh`, value: user.identifier_code },
        { name: t`Phụ huynh`, value: user.parent_name },
      ];
    case 'Teacher':
      return [school, { name: t`Mã số`, value: user.identifier_code }];
    default:
      return [school];
  }
}
