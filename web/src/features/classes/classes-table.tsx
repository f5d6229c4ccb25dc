import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { School } from '@lop-xanh/contract/schools';
import { ActionIcon, Button } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { translateGrade } from '../../language/grade-name.ts';
import { messages } from '../../language/messages.ts';
import { describeError } from '../../lib/api-errors.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { navigate } from '../../lib/routing/navigate.ts';
import { matchesSearch } from '../../lib/search-text.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { type Column, DataTable, pageSizes } from '../../ui/data-table.tsx';
import { askToConfirm } from '../../ui/dialogs.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { toast } from '../../ui/toast.ts';
import { PersonLink } from '../people/public.ts';
import { GradeFilter } from './class-filters.tsx';
import { ClassMenu } from './class-menu.tsx';
import classes from './classes-table.module.css';
import { useDeleteClass } from './manage-classes.api.ts';
import { schoolClassesQuery } from './school-classes.ts';
import { sortClasses } from './sort-classes.ts';
import { describeSubstitute } from './substitute-text.ts';

const ClassEditor = lazyComponent('class-editor', async () => {
  return (await import('./class-editor.tsx')).ClassEditor;
});

const listColumns = (): Column<SchoolClass>[] => [
  {
    name: t`Lớp`,
    sortName: 'name',
    cell: (schoolClass) => (
      <Link className={classes.name} to={classPath(schoolClass)}>
        {schoolClass.name}
      </Link>
    ),
  },
  { name: t`Khối`, cell: ({ grade_name }) => translateGrade(grade_name) },
  {
    name: t`Giáo viên`,
    sortName: 'teacher',
    cell: (schoolClass) => <Teacher schoolClass={schoolClass} />,
  },
  { name: t`Sĩ số`, sortName: 'students', cell: ({ student_count }) => student_count },
];

const classPath = ({ id, school_id }: SchoolClass) =>
  `${paths.classes}?class=${id}&school=${school_id}`;

interface Props {
  school: School;
  renderMoreActions: (schoolClass: SchoolClass) => ReactNode;
}

/** The classes of a school, with search, filter, order and page in the URL; only users who may edit the school can change them. */
export function ClassesTable({ school, renderMoreActions }: Props) {
  const { params, choose } = useUrlParams();
  const [edited, setEdited] = useState<SchoolClass | 'new'>();
  const canEdit = school.can.edit;
  const grade = params.get('grade');
  const search = params.get('q') ?? '';
  const sort = params.get('sort') ?? 'name';
  const size = pageSizes.find((rows) => String(rows) === params.get('rows')) ?? pageSizes[0];
  const isFound = ({ name, teacher_full_name, grade_id }: SchoolClass) =>
    matchesSearch(`${name} ${teacher_full_name ?? ''}`, search) &&
    (grade === null || String(grade_id) === grade);
  return (
    <>
      <TableTools>
        <SearchField
          label={t`Tìm theo tên lớp, giáo viên`}
          value={search}
          onChange={(q) => choose({ q: q || null, page: null })}
        />
        <GradeFilter />
        {canEdit && (
          <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
            {t`Thêm lớp`}
          </Button>
        )}
      </TableTools>
      <Loaded
        query={useQuery(schoolClassesQuery(school.id))}
        skeleton={<TableSkeleton />}
        failedMessage={messages.classes.loadFailed}
        empty={<EmptyState picture={<SproutPicture />} title={t`Trường chưa có lớp nào`} />}
      >
        {(schoolClasses) =>
          schoolClasses.some(isFound) ? (
            <DataTable
              label={t`Classes`}
              columns={listColumns()}
              rows={sortClasses(schoolClasses.filter(isFound), sort)}
              getRowKey={({ id }) => id}
              onOpenRow={(schoolClass) => navigate(classPath(schoolClass))}
              sorting={{
                by: sort,
                onSort: (by) => choose({ sort: by === 'name' ? null : by, page: null }),
              }}
              paging={{
                page: Number(params.get('page')) || 1,
                total: schoolClasses.filter(isFound).length,
                onPage: (page) => choose({ page }),
                size: { rows: size, onRows: (rows) => choose({ rows, page: null }) },
              }}
              renderActions={(schoolClass) => (
                <>
                  {canEdit && (
                    <EditButton schoolClass={schoolClass} onEdit={() => setEdited(schoolClass)} />
                  )}
                  <HistoryLink schoolClass={schoolClass} />
                  {renderMoreActions(schoolClass)}
                  {canEdit && <DeleteButton schoolClass={schoolClass} />}
                  <ClassMenu schoolClass={schoolClass} />
                </>
              )}
            />
          ) : (
            <EmptyState picture={<SproutPicture />} title={t`Không tìm thấy lớp nào`} />
          )
        }
      </Loaded>
      <Suspense>
        {edited && (
          <ClassEditor
            schoolId={school.id}
            schoolClass={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

interface ButtonProps {
  schoolClass: SchoolClass;
}

function Teacher({ schoolClass: { teacher_id, teacher_full_name, substitute } }: ButtonProps) {
  return (
    <>
      <PersonLink id={teacher_id} isPlain>
        {teacher_full_name ?? t`Chưa có giáo viên`}
      </PersonLink>
      {substitute && <p className={classes.substitute}>{describeSubstitute(substitute)}</p>}
    </>
  );
}

function EditButton({ schoolClass: { name }, onEdit }: ButtonProps & { onEdit: () => void }) {
  return (
    <ActionIcon variant="subtle" aria-label={t`Sửa lớp ${name}`} title={t`Sửa`} onClick={onEdit}>
      <IconPencil size={22} />
    </ActionIcon>
  );
}

function HistoryLink({ schoolClass: { id, name, school_id } }: ButtonProps) {
  return (
    <ActionIcon
      component={Link}
      to={`${paths.studentHistory}?class=${id}&school=${school_id}`}
      variant="subtle"
      aria-label={t`Lịch sử của lớp ${name}`}
      title={t`Lịch sử`}
    >
      <IconHistory size={22} />
    </ActionIcon>
  );
}

function DeleteButton({ schoolClass: { id, name, student_count: count } }: ButtonProps) {
  const remove = useDeleteClass();
  const confirmDelete = async () => {
    const isConfirmed = await askToConfirm({
      title: t`Xóa lớp?`,
      message: t`Lớp ${name} sẽ bị xóa. ${count} học sinh và giáo viên của lớp sẽ chờ xếp lớp, điểm danh vẫn còn.`,
      confirmLabel: t`Xóa`,
      isDanger: true,
    });
    if (!isConfirmed) return;
    remove.mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: t`Đã xóa lớp ${name}` }),
      onError: (error) =>
        toast({ kind: 'error', message: describeError(error, t`Không xóa được lớp`) }),
    });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="clay"
      aria-label={t`Xóa lớp ${name}`}
      title={t`Xóa`}
      loading={remove.isPending}
      onClick={() => void confirmDelete()}
    >
      <IconTrash size={22} />
    </ActionIcon>
  );
}
