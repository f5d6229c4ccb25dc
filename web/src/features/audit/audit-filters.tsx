import { t } from '@lingui/core/macro';
import { auditActions, auditSubjects } from '@lop-xanh/contract/audit';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRoleName } from '../../language/role-names.ts';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PersonLink } from '../people/public.ts';
import { schoolsQuery } from '../schools/public.ts';
import { type AuditFilters, auditActorsQuery } from './audit.api.ts';
import { getActionLabel, getSubjectLabel } from './audit-labels.ts';
import classes from './audit-page.module.css';

const noFilters = {
  school: null,
  actor: null,
  action: null,
  subject: null,
  person: null,
  from: null,
  until: null,
};

/** The filters in the URL; a Mod has no choice of school. */
export function useAuditFilters(): { filters: AuditFilters; clear: () => void } {
  const { params, choose } = useUrlParams();
  const { role } = useUser();
  const numberParam = (name: string) => Number(params.get(name)) || undefined;
  const dayParam = (name: string) => /^\d{4}-\d{2}-\d{2}$/.exec(params.get(name) ?? '')?.[0];
  const filters: AuditFilters = {
    school_id: role === 'Admin' ? numberParam('school') : undefined,
    actor_id: numberParam('actor'),
    action: auditActions.find((action) => action === params.get('action')),
    subject: auditSubjects.find((subject) => subject === params.get('subject')),
    person_id: numberParam('person'),
    from: dayParam('from'),
    until: dayParam('until'),
  };
  return { filters, clear: () => choose(noFilters) };
}

export function Filters() {
  const { role } = useUser();
  return (
    <div className={classes.filters}>
      {role === 'Admin' && <SchoolFilter />}
      <ActorFilter />
      <KindFilters />
      <DayFilters />
      <PersonFilter />
    </div>
  );
}

function SchoolFilter() {
  const { choose } = useUrlParams();
  const { school_id } = useAuditFilters().filters;
  const { data: schools = [] } = useQuery(schoolsQuery);
  return (
    <NativeSelect
      label={t`Trường`}
      value={String(school_id ?? '')}
      onChange={(event) => choose({ school: event.currentTarget.value || null, actor: null })}
      data={[
        { value: '', label: t`Mọi trường` },
        ...schools.map(({ id, school_name }) => ({ value: String(id), label: school_name })),
      ]}
    />
  );
}

function ActorFilter() {
  const { choose } = useUrlParams();
  const { school_id, actor_id } = useAuditFilters().filters;
  const { data: actors = [] } = useQuery(auditActorsQuery(Number(school_id) || undefined));
  const isListed = actor_id === undefined || actors.some(({ id }) => id === actor_id);
  return (
    <NativeSelect
      label={t`Người`}
      value={String(actor_id ?? '')}
      onChange={(event) => choose({ actor: event.currentTarget.value || null })}
      data={[
        { value: '', label: t`Mọi người` },
        ...(isListed ? [] : [{ value: String(actor_id), label: '…' }]),
        ...actors.map(({ id, full_name, role }) => ({
          value: String(id),
          label: `${full_name} (${getRoleName(role)})`,
        })),
      ]}
    />
  );
}

function KindFilters() {
  const { choose } = useUrlParams();
  const { action, subject } = useAuditFilters().filters;
  return (
    <>
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
    </>
  );
}

/** Set by the link on a person's page; here it can only be removed. */
function PersonFilter() {
  const { choose } = useUrlParams();
  const { person_id } = useAuditFilters().filters;
  if (person_id === undefined) return null;
  return (
    <div className={classes.person}>
      <PersonLink id={Number(person_id)}>{t`Chỉ những việc về một người`}</PersonLink>
      <Button variant="light" onClick={() => choose({ person: null })}>
        {t`Bỏ bộ lọc`}
      </Button>
    </div>
  );
}

function DayFilters() {
  const { choose } = useUrlParams();
  const { from = '', until = '' } = useAuditFilters().filters;
  return (
    <>
      <TextInput
        type="date"
        label={t`Từ ngày`}
        value={from}
        max={until || undefined}
        onChange={(event) => choose({ from: event.currentTarget.value || null })}
      />
      <TextInput
        type="date"
        label={t`Đến ngày`}
        value={until}
        min={from || undefined}
        onChange={(event) => choose({ until: event.currentTarget.value || null })}
      />
    </>
  );
}
