import type { SchoolClass } from '@lop-xanh/contract/classes';
import { messages } from '@lop-xanh/contract/messages';
import type { School } from '@lop-xanh/contract/schools';
import { ActionIcon, Button } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { errorMessageOr } from '../../lib/api-errors.ts';
import { useChoices } from '../../lib/choices.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { paths } from '../../lib/paths.ts';
import { schoolClassesQuery } from '../../lib/schools.ts';
import { isFoundIn } from '../../lib/search-text.ts';
import { GradeFilter } from '../../ui/class-filters.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { confirm } from '../../ui/dialogs.ts';
import { SproutPicture } from '../../ui/pictures.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { TableSkeleton, TableTools } from '../../ui/table-panel.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteClass } from './manage-classes.api.ts';

const ClassEditor = lazyPage('class-editor', async () => {
  return (await import('./class-editor.tsx')).ClassEditor;
});

const columns: Column<SchoolClass>[] = [
  { name: 'Lớp', cell: ({ name }) => name },
  { name: 'Khối', cell: ({ grade_name }) => grade_name },
  {
    name: 'Giáo viên',
    cell: ({ teacher_full_name }) => teacher_full_name ?? 'Chưa có giáo viên',
  },
  { name: 'Sĩ số', cell: ({ student_count }) => student_count },
];

interface Props {
  school: School;
  /** The button that gives a class new passwords. */
  renderReset: (schoolClass: SchoolClass) => ReactNode;
}

/** The classes of a school; only those who manage schools change them. */
export function ClassesTable({ school, renderReset }: Props) {
  const { data: all, error, isPending, refetch } = useQuery(schoolClassesQuery(school.id));
  const { params } = useChoices();
  const [search, setSearch] = useState('');
  /** The class in the editor, 'new' for one that is not there yet. */
  const [edited, setEdited] = useState<SchoolClass | 'new'>();
  const canManage = school.can.edit;
  const grade = params.get('grade');
  const found = all?.filter(
    ({ name, teacher_full_name, grade_id }) =>
      isFoundIn(`${name} ${teacher_full_name ?? ''}`, search) &&
      (grade === null || String(grade_id) === grade),
  );
  return (
    <>
      <TableTools>
        <SearchField label="Tìm theo tên lớp, giáo viên" value={search} onChange={setSearch} />
        <GradeFilter />
        {canManage && (
          <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
            Create class
          </Button>
        )}
      </TableTools>
      {isPending && <TableSkeleton />}
      {error && !all && (
        <ErrorState
          message={errorMessageOr(messages.classes.loadFailed, error)}
          retry={() => void refetch()}
        />
      )}
      {found?.length === 0 && (
        <EmptyState
          picture={<SproutPicture />}
          title={all?.length === 0 ? 'Trường chưa có lớp nào' : 'Không tìm thấy lớp nào'}
        />
      )}
      {found && found.length > 0 && (
        <DataTable
          key={`${search} ${grade}`}
          label="Classes"
          columns={columns}
          rows={found}
          keyOf={({ id }) => id}
          renderActions={(one) => (
            <>
              {canManage && <EditButton schoolClass={one} onEdit={() => setEdited(one)} />}
              <HistoryLink schoolClass={one} />
              {renderReset(one)}
              {canManage && <DeleteButton schoolClass={one} />}
            </>
          )}
        />
      )}
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

function EditButton({ schoolClass, onEdit }: ButtonProps & { onEdit: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      aria-label={`Sửa lớp ${schoolClass.name}`}
      title="Sửa"
      onClick={onEdit}
    >
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
      aria-label={`Lịch sử của lớp ${name}`}
      title="Lịch sử"
    >
      <IconHistory size={22} />
    </ActionIcon>
  );
}

function DeleteButton({ schoolClass: { id, name, student_count } }: ButtonProps) {
  const remove = useDeleteClass();
  const ask = async () => {
    const isSure = await confirm({
      title: 'Xóa lớp?',
      message: `Lớp ${name} sẽ bị xóa. ${student_count} học sinh và giáo viên của lớp sẽ chờ xếp lớp, điểm danh vẫn còn.`,
      confirm: 'Xóa',
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, {
      onSuccess: () => toast({ kind: 'success', message: `Đã xóa lớp ${name}` }),
      onError: (error) =>
        toast({ kind: 'error', message: errorMessageOr('Không xóa được lớp', error) }),
    });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="clay"
      aria-label={`Xóa lớp ${name}`}
      title="Xóa"
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <IconTrash size={22} />
    </ActionIcon>
  );
}
