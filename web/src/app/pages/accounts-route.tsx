import { AccountsPage } from '../../features/accounts/accounts-page.tsx';
import { ClassesTable } from '../../features/classes/classes-table.tsx';
import { SchoolsPanel } from '../../features/schools/schools-panel.tsx';

export function AccountsRoute() {
  return <AccountsPage Schools={SchoolsPanel} Classes={ClassesTable} />;
}
