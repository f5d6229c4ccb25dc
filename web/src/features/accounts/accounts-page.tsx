import { messages } from '@lop-xanh/contract/messages';
import { Button } from '@mantine/core';
import { IconHistory, IconListDetails } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSchool } from '../../lib/schools.ts';
import { useUser } from '../../lib/visitor.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { WithSchool } from '../../ui/with-school.tsx';
import classes from './accounts-page.module.css';
import { type ClassesTable, SchoolPanel } from './school-panel.tsx';

const icon = <IconHistory size={20} aria-hidden />;

interface Props {
  /** Schools and classes belong to other features, so the route hands in what is shown of them. */
  Schools: ComponentType;
  Classes: ClassesTable;
}

export function AccountsPage({ Schools, Classes }: Props) {
  const isAdmin = useUser().role === 'Admin';
  const { schools, school } = useSchool();
  const ofSchool = isAdmin && school ? `?school=${school.id}` : '';
  return (
    <>
      <PageHeader title={messages.navigation.accounts}>
        <Button
          component={Link}
          to={paths.studentHistory + ofSchool}
          variant="default"
          leftSection={icon}
        >
          Student History
        </Button>
        <Button
          component={Link}
          to={paths.teacherHistory + ofSchool}
          variant="default"
          leftSection={icon}
        >
          Teacher History
        </Button>
        {isAdmin && (
          <Button
            component={Link}
            to={paths.audit}
            variant="default"
            leftSection={<IconListDetails size={20} aria-hidden />}
          >
            Nhật ký
          </Button>
        )}
      </PageHeader>
      <div className={classes.columns} data-schools={isAdmin || undefined}>
        {schools && isAdmin && <Schools />}
        <WithSchool>
          {(one) => <SchoolPanel key={one.id} school={one} Classes={Classes} />}
        </WithSchool>
      </div>
    </>
  );
}
