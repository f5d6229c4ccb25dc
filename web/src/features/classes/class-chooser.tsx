import type { SchoolClass } from '@lop-xanh/contract/classes';
import { useQuery } from '@tanstack/react-query';
import { useChoices } from '../../lib/choices.ts';
import { gradesQuery } from '../../lib/grade.ts';
import { Card } from '../../ui/card.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import classes from './class-chooser.module.css';

interface Props {
  all: readonly SchoolClass[];
  chosen: SchoolClass;
}

/** A Mod finds a class of the school by its grade. */
export function ClassChooser({ all, chosen }: Props) {
  const { params, choose } = useChoices();
  const { data: grades = [] } = useQuery(gradesQuery);
  const grade = params.get('grade') ?? '';
  const inGrade = (id: string) => all.filter(({ grade_id }) => !id || String(grade_id) === id);

  const chooseGrade = (id: string) => {
    const isStillThere = inGrade(id).some((one) => one.id === chosen.id);
    const first = isStillThere ? chosen : inGrade(id)[0];
    choose({ grade: id || null, ...(first && { class: first.id }) });
  };
  const gradesWithClasses = grades.filter(({ id }) => inGrade(String(id)).length > 0);
  return (
    <Card>
      <div className={classes.filter}>
        <NativeSelect
          label="Grades"
          value={grade}
          onChange={({ currentTarget }) => chooseGrade(currentTarget.value)}
          data={[
            { value: '', label: 'Tất cả khối' },
            ...gradesWithClasses.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <NativeSelect
          label="Classes"
          value={String(chosen.id)}
          onChange={({ currentTarget }) => choose({ class: currentTarget.value })}
          data={inGrade(grade).map(({ id, name }) => ({ value: String(id), label: `Lớp ${name}` }))}
        />
      </div>
    </Card>
  );
}
