import { messages } from '@lop-xanh/contract/messages';
import type { School } from '@lop-xanh/contract/schools';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useChoices } from '../../lib/choices.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PersonSelect } from '../../ui/person-select.tsx';
import { WithSchool } from '../../ui/with-school.tsx';
import { teacherMovesQuery, teacherNameQuery } from './history.api.ts';
import classes from './history.module.css';
import { MovesTable } from './moves-table.tsx';
import { PrintedHistory } from './printed-history.tsx';
import { SchoolFilter } from './school-filter.tsx';

export function TeacherHistoryPage() {
  return (
    <>
      <PageHeader title="Teacher History" />
      <WithSchool>{(school) => <History school={school} />}</WithSchool>
    </>
  );
}

function History({ school }: { school: School }) {
  const { params, choose } = useChoices();
  const schoolId = school.id;
  const id = Number(params.get('teacher')) || 0;
  const { data: name = '…' } = useQuery(teacherNameQuery(id));
  const list = useInfiniteQuery(
    teacherMovesQuery(id ? { teacher_id: id } : { school_id: schoolId }),
  );
  return (
    <>
      <Card>
        <div className={classes.filters}>
          <SchoolFilter />
          <PersonSelect
            label="Teacher"
            placeholder="Tất cả giáo viên"
            among={{ role: 'Teacher', school_id: schoolId }}
            value={id ? { id, full_name: name } : null}
            onChange={(teacher) => choose({ teacher: teacher?.id ?? null })}
          />
        </div>
      </Card>
      <PrintedHistory title="Teacher History" of={[school.school_name, id ? name : undefined]}>
        <MovesTable
          label="Teacher History"
          who="Giáo viên"
          list={list}
          none={id ? messages.history.noAssignments : messages.history.none}
          onChoose={(teacher) => choose({ teacher })}
        />
      </PrintedHistory>
    </>
  );
}
