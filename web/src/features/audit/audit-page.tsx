import { type AuditEntry, auditActions, auditSubjects } from '@lop-xanh/contract/audit';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
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
import { actionLabels, describeDetails, subjectLabels } from './audit-labels.ts';

const columns: Column<AuditEntry>[] = [
  { name: 'Lúc', isNowrap: true, cell: ({ at }) => formatDateTime(at) },
  {
    name: 'Ai',
    cell: ({ actor, actor_role }) =>
      actor === '' ? 'Lệnh trên máy chủ' : `${actor} (${actor_role ?? '—'})`,
  },
  {
    name: 'Việc',
    isRowHeader: true,
    cell: ({ action, subject, subject_name }) =>
      [actionLabels[action], subjectLabels[subject], subject_name].filter(Boolean).join(' '),
  },
  { name: 'Chi tiết', cell: (entry) => describeDetails(entry) || '—' },
  { name: 'Trường', cell: ({ school_name }) => school_name ?? '—' },
];

/** The audit log, read-only. */
export function AuditPage() {
  return (
    <>
      <PageHeader title="Nhật ký quản trị" />
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
        label="Trường"
        value={String(school_id ?? '')}
        onChange={(event) => choose({ school: event.currentTarget.value || null })}
        data={[
          { value: '', label: 'Mọi trường' },
          ...schools.map(({ id, school_name }) => ({ value: String(id), label: school_name })),
        ]}
      />
      <NativeSelect
        label="Việc"
        value={action ?? ''}
        onChange={(event) => choose({ action: event.currentTarget.value || null })}
        data={[
          { value: '', label: 'Mọi việc' },
          ...auditActions.map((value) => ({ value, label: actionLabels[value] })),
        ]}
      />
      <NativeSelect
        label="Về"
        value={subject ?? ''}
        onChange={(event) => choose({ subject: event.currentTarget.value || null })}
        data={[
          { value: '', label: 'Mọi thứ' },
          ...auditSubjects.map((value) => ({ value, label: subjectLabels[value] })),
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
      failedMessage="Không tải được nhật ký"
      empty={<EmptyState picture={<SproutPicture />} title="Chưa có việc nào được ghi" />}
    >
      {(entries) => (
        <>
          <DataTable
            label="Nhật ký quản trị"
            columns={columns}
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
