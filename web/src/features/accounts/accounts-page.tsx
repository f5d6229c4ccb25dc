import { messages } from '@lop-xanh/contract/messages';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { BeingBuiltCard } from '../../ui/being-built.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const icon = <IconHistory size={20} aria-hidden />;

export function AccountsPage() {
  return (
    <>
      <PageHeader title={messages.navigation.accounts}>
        <Button component={Link} to={paths.studentHistory} variant="default" leftSection={icon}>
          Student History
        </Button>
        <Button component={Link} to={paths.teacherHistory} variant="default" leftSection={icon}>
          Teacher History
        </Button>
      </PageHeader>
      <BeingBuiltCard title={messages.navigation.accounts} />
    </>
  );
}
