import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconHistory, IconListDetails } from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SchoolsPanel, useSchool, WithSchool } from '../schools/public.ts';
import { SchoolYearOver } from '../years/public.ts';
import classes from './accounts-page.module.css';
import { SchoolPanel } from './school-panel.tsx';

const historyIcon = <IconHistory size={20} aria-hidden />;

export function AccountsPage() {
  const isAdmin = useUser().role === 'Admin';
  const { schools, school } = useSchool();
  const schoolParam = isAdmin && school ? `?school=${school.id}` : '';
  const studentHistory = t`Student History`;
  const teacherHistory = t`Teacher History`;
  return (
    <>
      <PageHeader title={messages.navigation.accounts}>
        <Button
          component={Link}
          to={paths.studentHistory + schoolParam}
          variant="default"
          leftSection={historyIcon}
          lang={getTextLanguage(studentHistory)}
        >
          {studentHistory}
        </Button>
        <Button
          component={Link}
          to={paths.teacherHistory + schoolParam}
          variant="default"
          leftSection={historyIcon}
          lang={getTextLanguage(teacherHistory)}
        >
          {teacherHistory}
        </Button>
        {isAdmin && (
          <Button
            component={Link}
            to={paths.audit}
            variant="default"
            leftSection={<IconListDetails size={20} aria-hidden />}
          >
            {t`Nhật ký`}
          </Button>
        )}
      </PageHeader>
      <SchoolYearOver />
      <div className={classes.columns} data-schools={isAdmin || undefined}>
        {schools && isAdmin && <SchoolsPanel />}
        <WithSchool>{(selected) => <SchoolPanel key={selected.id} school={selected} />}</WithSchool>
      </div>
    </>
  );
}
