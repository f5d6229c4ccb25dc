import { t } from '@lingui/core/macro';
import { type AuditEntry, auditActions, auditSubjects } from '@lop-xanh/contract/audit';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { getRoleName } from '../../language/role-names.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TablePanel, TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { schoolsQuery } from '../schools/public.ts';
import { auditQuery } from './audit.api.ts';
import { describeDetails, describeEntry, getActionLabel, getSubjectLabel } from './audit-labels.ts';

const listColumns = (): Column<AuditEntry>[] => [
  { name: t`Lúc`, isNowrap: true, cell: ({ at }) => <Time instant={at} /> },
  { name: t`Người thực hiện`, cell: describeActor },
  { name: t`Việc`, isRowHeader: true, cell: describeEntry },
  { name: t`Chi tiết`, cell: (entry) => describeDetails(entry) || '—' },
  { name: t`Trường`, cell: ({ school_name }) => school_name ?? '—' },
];

function Time({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={formatRelativeTime(instant)}>
      {formatDateTime(instant)}
    </time>
  );
}

function describeActor({ actor, actor_role }: AuditEntry): string {
  if (actor === '') return t`Lệnh trên máy chủ`;
  return `${actor} (${actor_role ? getRoleName(actor_role) : '—'})`;
}

/** The audit log, read-only. */
export function AuditPage() {
  return (
    <>
      <PageHeader title={t`Nhật ký quản trị`} />
      <TablePanel>
        <Filters />
        <Entries />
      </TablePanel>
    </>
  );
}

function useFilters() {
  const { params } = useUrlParams();
  return {
    school_id: Number(params.get('school')) || undefined,
    action: auditActions.find((action) => action === params.get('action')),
    subject: auditSubjects.find((subject) => subject === params.get('subject')),
  };
}

function Filters() {
  const { choose } = useUrlParams();
  const { school_id, action, subject } = useFilters();
  const { data: schools = [] } = useQuery(schoolsQuery);
  return (
    <TableTools>
      <NativeSelect
        label={t`Trường`}
        value={String(school_id ?? '')}
        onChange={(event) => choose({ school: event.currentTarget.value || null })}
        data={[
          { value: '', label: t`Mọi trường` },
          ...schools.map(({ id, school_name }) => ({ value: String(id), label: school_name })),
        ]}
      />
      <NativeSelect
        label={t`Việc`}
        value={action ?? ''}
        onChange={(event) => choose({ action: event.currentTarget.value || null })}
        data={[
          { value: '', label: t`Mọi việc` },
          ...auditActions.map((value) => ({ value, label: getActionLabel(value) })),
        ]}
      />
      <NativeSelect
        label={t`Về`}
        value={subject ?? ''}
        onChange={(event) => choose({ subject: event.currentTarget.value || null })}
        data={[
          { value: '', label: t`Mọi thứ` },
          ...auditSubjects.map((value) => ({ value, label: getSubjectLabel(value) })),
        ]}
      />
    </TableTools>
  );
}

function Entries() {
  const list = useInfiniteQuery(auditQuery(useFilters()));
  return (
    <Loaded
      query={list}
      skeleton={<TableSkeleton />}
      failedMessage={t`Không tải được nhật ký`}
      empty={<EmptyState picture={<SproutPicture />} title={t`Chưa có việc nào được ghi`} />}
    >
      {(entries) => (
        <>
          <DataTable
            label={t`Nhật ký quản trị`}
            columns={listColumns()}
            rows={entries}
            getRowKey={({ id }) => id}
            paging="none"
          />
          <MoreButton list={list} />
        </>
      )}
    </Loaded>
  );
}
