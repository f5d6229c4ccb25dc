import { t } from '@lingui/core/macro';
import { PageHeader } from '../../ui/page-header.tsx';

export function SchoolYearPage() {
  return <PageHeader title={t`Năm học`} />;
}
