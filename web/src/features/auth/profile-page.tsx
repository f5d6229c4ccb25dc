import { t } from '@lingui/core/macro';
import type { Role } from '@lop-xanh/contract/rules/roles';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useAuthState } from '../../lib/current-user.ts';
import { Card } from '../../ui/card.tsx';
import { LinkCards } from '../../ui/link-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { ClassInformation } from '../classes/public.ts';
import { ConsentCard } from '../consent/public.ts';
import { OwnSessions, SecondFactors } from '../factors/public.ts';
import { MemoriesCard, memoryRoles } from '../posts/public.ts';
import { OwnRequests } from '../privacy/public.ts';
import { PushCard } from '../push/public.ts';
import { ChangePassword } from './change-password.tsx';
import { ChildrenInformation } from './children-information.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { askToLogOut } from './log-out.ts';
import { ProfileInformation } from './profile-information.tsx';
import classes from './profile-page.module.css';

/** Those who can file requests about personal data themselves. */
const filers: readonly Role[] = ['Parent', 'Teacher'];

/** Those who can add a second factor. */
const staff: readonly Role[] = ['Teacher', 'Mod', 'Admin'];

export function ProfilePage() {
  return (
    <>
      <PageHeader title={messages.navigation.profile} />
      <Profile />
    </>
  );
}

function Profile() {
  const authState = useAuthState();
  if (authState.state === 'guest') return <ErrorState message={messages.session.needed} />;
  if (authState.state === 'loading') return <Skeleton lines={6} />;
  if (authState.state === 'unreachable') {
    return <ErrorState message={messages.profile.loadFailed} retry={authState.retry} />;
  }

  const { user } = authState;
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <ProfileInformation user={user} />
        {user.role === 'Teacher' && <ClassInformation />}
        {user.role === 'Parent' && <ChildrenInformation />}
        {(user.role === 'Student' || user.role === 'Parent') && <ConsentCard />}
        {filers.includes(user.role) && <OwnRequests />}
        {memoryRoles.includes(user.role) && (
          <LinkCards label={t`Lối tắt`}>
            <MemoriesCard />
          </LinkCards>
        )}
      </div>
      <div className={classes.column}>
        <LanguageChoice />
        <ChangePassword />
        {/* From here on cards grow when their data has come. */}
        <PushCard />
        {staff.includes(user.role) && <SecondFactors />}
        <OwnSessions />
        <Card title={t`Quên mật khẩu?`}>
          <p>{t`Hãy liên hệ giáo viên hoặc người quản lý của trường để được cấp mật khẩu tạm thời.`}</p>
        </Card>
        {user.role === 'Student' && (
          <Button
            variant="default"
            lang={getTextLanguage(messages.navigation.logout)}
            onClick={() => void askToLogOut(user)}
            leftSection={<IconLogout size={20} aria-hidden />}
          >
            {messages.navigation.logout}
          </Button>
        )}
      </div>
    </div>
  );
}
