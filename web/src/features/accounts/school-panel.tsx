import type { SchoolClass } from '@lop-xanh/contract/classes';
import type { School } from '@lop-xanh/contract/schools';
import { Tabs } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useChoices } from '../../lib/choices.ts';
import { useUser } from '../../lib/visitor.ts';
import { tabClasses } from '../../ui/panel-tabs.ts';
import { TablePanel } from '../../ui/table-panel.tsx';
import { Admins } from './admins.tsx';
import { PeopleTable } from './people-table.tsx';
import { ResetClassButton } from './reset-class-button.tsx';
import classes from './school-panel.module.css';
import { TableFiles } from './table-files.tsx';

/** The classes belong to another feature, so the route hands in their table. */
export type ClassesTable = ComponentType<{
  school: School;
  renderReset: (schoolClass: SchoolClass) => ReactNode;
}>;

interface Props {
  school: School;
  Classes: ClassesTable;
}

const names = ['teachers', 'classes', 'students', 'moderators'] as const;
type Name = (typeof names)[number];

/** What lives in a school, by tabs. */
export function SchoolPanel({ school, Classes }: Props) {
  const { role } = useUser();
  const { params, choose } = useChoices();
  const shown = names.filter((name) => name !== 'moderators' || role === 'Admin');
  const tab = shown.find((name) => name === params.get('tab')) ?? 'teachers';
  const open = (name: string | null) =>
    choose({ tab: name, page: null, ...(name === 'classes' && { class: null }) });
  return (
    <TablePanel label={school.school_name}>
      {role === 'Mod' && <h2 className={classes.school}>{school.school_name}</h2>}
      <Tabs value={tab} onChange={open} keepMounted={false} classNames={tabClasses}>
        <Tabs.List aria-label={school.school_name}>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {titles[name]} <span className={classes.count}>{countsOf(school)[name]}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="teachers">
          <PeopleTable
            school={school}
            kind="Teacher"
            words={{ all: 'Teachers', none: 'Trường chưa có giáo viên', create: 'Create teacher' }}
          >
            <TableFiles school={school} people="teachers" />
          </PeopleTable>
        </Tabs.Panel>
        <Tabs.Panel value="classes">
          <Classes
            school={school}
            renderReset={(schoolClass) => (
              <ResetClassButton schoolClass={schoolClass} schoolName={school.school_name} />
            )}
          />
        </Tabs.Panel>
        <Tabs.Panel value="students">
          <PeopleTable
            school={school}
            kind="Student"
            words={{ all: 'Students', none: 'Trường chưa có học sinh', create: 'Create student' }}
          >
            <TableFiles school={school} people="students" />
          </PeopleTable>
        </Tabs.Panel>
        <Tabs.Panel value="moderators">
          <PeopleTable
            school={school}
            kind="Mod"
            words={{
              all: 'Moderators',
              none: 'Trường chưa có moderator',
              create: 'Create moderator',
            }}
          />
          <Admins />
        </Tabs.Panel>
      </Tabs>
    </TablePanel>
  );
}

const titles: Record<Name, string> = {
  teachers: 'Teachers',
  classes: 'Classes',
  students: 'Students',
  moderators: 'Moderator',
};

function countsOf(school: School): Record<Name, number> {
  return {
    teachers: school.teacher_count,
    classes: school.class_count,
    students: school.student_count,
    moderators: school.mod_count,
  };
}
