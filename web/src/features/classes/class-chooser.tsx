import { t } from '@lingui/core/macro';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { useQuery } from '@tanstack/react-query';
import { translateGrade } from '../../language/grade-name.ts';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { Card } from '../../ui/card.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import classes from './class-chooser.module.css';
import { gradesQuery } from './grades.ts';

interface Props {
  schoolClasses: readonly SchoolClass[];
  chosen: SchoolClass;
}

/** A Mod selects a class of the school, filtered by grade. */
export function ClassChooser({ schoolClasses, chosen }: Props) {
  const { params, choose } = useUrlParams();
  const { data: grades = [] } = useQuery(gradesQuery);
  const grade = params.get('grade') ?? '';
  const listGradeClasses = (id: string) =>
    schoolClasses.filter(({ grade_id }) => !id || String(grade_id) === id);

  const chooseGrade = (id: string) => {
    const gradeClasses = listGradeClasses(id);
    const next =
      gradeClasses.find((schoolClass) => schoolClass.id === chosen.id) ?? gradeClasses[0];
    choose({ grade: id || null, ...(next && { class: next.id }) });
  };
  const gradesLabel = t`Grades`;
  const classesLabel = t`Classes`;
  const gradesWithClasses = grades.filter(({ id }) => listGradeClasses(String(id)).length > 0);
  return (
    <Card>
      <div className={classes.filter}>
        <NativeSelect
          label={gradesLabel}
          labelProps={{ lang: getTextLanguage(gradesLabel) }}
          value={grade}
          onChange={({ currentTarget }) => chooseGrade(currentTarget.value)}
          data={[
            { value: '', label: t`Tất cả khối` },
            ...gradesWithClasses.map(({ id, name }) => ({
              value: String(id),
              label: translateGrade(name),
            })),
          ]}
        />
        <NativeSelect
          label={classesLabel}
          labelProps={{ lang: getTextLanguage(classesLabel) }}
          value={String(chosen.id)}
          onChange={({ currentTarget }) => choose({ class: currentTarget.value })}
          data={listGradeClasses(grade).map(({ id, name }) => ({
            value: String(id),
            label: t`Lớp ${name}`,
          }))}
        />
      </div>
    </Card>
  );
}
