import { type AuditEntry, auditActions, auditSubjects } from '@lop-xanh/contract/audit';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { useChoices } from '../../lib/choices.ts';
import { schoolsQuery } from '../../lib/schools.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { TablePanel, TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { auditQuery } from './audit.api.ts';
import { actionWords, detailsOf, subjectWords } from './audit-words.ts';

const columns: Column<AuditEntry>[] = [
  { name: 'Lúc', isWhole: true, cell: ({ at }) => formatDateTime(at) },
  {
    name: 'Ai',
    cell: ({ actor, actor_role }) =>
      actor === '' ? 'Lệnh trên máy chủ' : `${actor} (${actor_role ?? '—'})`,
  },
  {
    name: 'Việc',
    isRowName: true,
    cell: ({ action, subject, subject_name }) =>
      [actionWords[action], subjectWords[subject], subject_name].filter(Boolean).join(' '),
  },
  { name: 'Chi tiết', cell: (entry) => detailsOf(entry) || '—' },
  { name: 'Trường', cell: ({ school_name }) => school_name ?? '—' },
];

/** Who administered what, and when; nobody can change it. */
export function AuditPage() {
  return (
    <>
      <PageHeader title="Nhật ký quản trị" />
      <TablePanel>
        <Filters />
        <Acts />
      </TablePanel>
    </>
  );
}

function useWanted() {
  const { params } = useChoices();
  return {
    school_id: Number(params.get('school')) || undefined,
    action: auditActions.find((one) => one === params.get('action')),
    subject: auditSubjects.find((one) => one === params.get('subject')),
  };
}

function Filters() {
  const { choose } = useChoices();
  const { school_id, action, subject } = useWanted();
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
          ...auditActions.map((value) => ({ value, label: actionWords[value] })),
        ]}
      />
      <NativeSelect
        label="Về"
        value={subject ?? ''}
        onChange={(event) => choose({ subject: event.currentTarget.value || null })}
        data={[
          { value: '', label: 'Mọi thứ' },
          ...auditSubjects.map((value) => ({ value, label: subjectWords[value] })),
        ]}
      />
    </TableTools>
  );
}

function Acts() {
  const list = useInfiniteQuery(auditQuery(useWanted()));
  const { data: acts, error, isPending, refetch } = list;
  if (isPending) return <TableSkeleton />;
  if (!acts) {
    const message = errorMessageOr('Không tải được nhật ký', error);
    return <ErrorState message={message} retry={() => void refetch()} />;
  }
  if (acts.length === 0) {
    return <EmptyState picture={<SproutPicture />} title="Chưa có việc nào được ghi" />;
  }
  return (
    <>
      <DataTable
        label="Nhật ký quản trị"
        columns={columns}
        rows={acts}
        keyOf={({ id }) => id}
        paging="none"
      />
      <MoreButton list={list} />
    </>
  );
}
