import { t } from '@lingui/core/macro';
import type { AuditEntry } from '@lop-xanh/contract/audit';
import { formatDateTime } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatRelativeTime } from '../../language/relative-time.ts';
import { getRoleName } from '../../language/role-names.ts';
import { useUser } from '../../lib/current-user.ts';
import { Link } from '../../lib/routing/link.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TablePanel, TableSkeleton } from '../../ui/table-panel.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { canOpenPerson, PersonLink } from '../people/public.ts';
import { auditQuery, downloadAudit } from './audit.api.ts';
import { type Detail, listDetails } from './audit-details.ts';
import { Filters, useAuditFilters } from './audit-filters.tsx';
import { describeEntry } from './audit-labels.ts';
import { getEntryPath } from './audit-links.ts';
import classes from './audit-page.module.css';

/** The audit log, read-only. */
export function AuditPage() {
  const { filters } = useAuditFilters();
  const { isLoading, save } = useDownload();
  return (
    <>
      <PageHeader title={t`Nhật ký quản trị`}>
        <Button
          variant="default"
          loading={isLoading}
          leftSection={<IconDownload size={20} aria-hidden />}
          onClick={() => void save(() => downloadAudit(filters))}
        >
          {t`Tải .csv`}
        </Button>
      </PageHeader>
      <TablePanel>
        <Filters />
        <Entries />
      </TablePanel>
    </>
  );
}

function Entries() {
  const { filters, clear } = useAuditFilters();
  const { role } = useUser();
  const list = useInfiniteQuery(auditQuery(filters));
  const hasFilters = Object.values(filters).some((value) => value !== undefined);
  return (
    <Loaded
      query={list}
      skeleton={<TableSkeleton />}
      failedMessage={t`Không tải được nhật ký`}
      empty={
        hasFilters ? (
          <EmptyState picture={<SproutPicture />} title={t`Không có việc nào phù hợp`}>
            <Button variant="light" onClick={clear}>
              {t`Bỏ bộ lọc`}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState picture={<SproutPicture />} title={t`Chưa có việc nào được ghi`} />
        )
      }
    >
      {(entries) => (
        <>
          <DataTable
            label={t`Nhật ký quản trị`}
            columns={listColumns({ hasSchool: role === 'Admin' })}
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

function listColumns({ hasSchool }: { hasSchool: boolean }): Column<AuditEntry>[] {
  const school: Column<AuditEntry> = {
    name: t`Trường`,
    cell: ({ school_name }) => <span lang="vi">{school_name ?? '—'}</span>,
  };
  return [
    { name: t`Lúc`, isNowrap: true, cell: ({ at }) => <Time instant={at} /> },
    { name: t`Người thực hiện`, cell: (entry) => <Actor entry={entry} /> },
    { name: t`Việc`, isRowHeader: true, cell: (entry) => <Subject entry={entry} /> },
    { name: t`Chi tiết`, cell: (entry) => <Details details={listDetails(entry)} /> },
    ...(hasSchool ? [school] : []),
  ];
}

function Time({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={formatRelativeTime(instant)}>
      {formatDateTime(instant)}
    </time>
  );
}

function Actor({ entry: { actor_id, actor, actor_role } }: { entry: AuditEntry }) {
  if (actor === '') return t`Lệnh trên máy chủ`;
  return (
    <>
      <PersonLink id={actor_id} role={actor_role}>
        {actor}
      </PersonLink>{' '}
      ({actor_role ? getRoleName(actor_role) : '—'})
    </>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const user = useUser();
  const path = getEntryPath(entry, (role) => canOpenPerson(user.role, role));
  const text = describeEntry(entry);
  return path ? <Link to={path}>{text}</Link> : text;
}

function Details({ details }: { details: Detail[] }) {
  if (details.length === 0) return '—';
  return (
    <ul className={classes.details}>
      {details.map((detail) => (
        <li key={detail.label}>
          <DetailLine {...detail} />
        </li>
      ))}
    </ul>
  );
}

function DetailLine({ label, old, new: current }: Detail) {
  if (old === undefined && current === undefined) return label;
  return (
    <>
      <span className={classes.label}>{label}:</span>{' '}
      {old !== undefined && <span lang="vi">{old}</span>}
      {old !== undefined && current !== undefined && ' → '}
      {current !== undefined && <span lang="vi">{current}</span>}
    </>
  );
}
