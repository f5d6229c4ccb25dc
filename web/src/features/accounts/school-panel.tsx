import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { School } from '@lop-xanh/contract/schools';
import { Tabs } from '@mantine/core';
import { getTextLanguage } from '../../language/text-language.ts';
import { useUser } from '../../lib/current-user.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { tabClasses } from '../../ui/panel-tabs.ts';
import { TablePanel } from '../../ui/table-panel.tsx';
import { ClassesTable } from '../classes/public.ts';
import { Admins } from './admins.tsx';
import { ImportExportButtons } from './import-export-buttons.tsx';
import { ResetClassButton } from './reset-class-button.tsx';
import { SchoolAccounts } from './school-accounts.tsx';
import classes from './school-panel.module.css';

const tabNames = ['teachers', 'classes', 'students', 'moderators', 'parents'] as const;
type TabName = (typeof tabNames)[number];

export function SchoolPanel({ school }: { school: School }) {
  const { role } = useUser();
  const { params, choose } = useUrlParams();
  const visibleTabs = tabNames.filter((name) => name !== 'moderators' || role === 'Admin');
  const tab = visibleTabs.find((name) => name === params.get('tab')) ?? 'teachers';
  const openTab = (name: string | null) =>
    choose({
      tab: name,
      page: null,
      q: null,
      sort: null,
      status: null,
      lacks: null,
      ...(name === 'classes' && { class: null }),
    });
  return (
    <div>
      <h2 className={classes.school} lang="vi">
        {school.school_name}
      </h2>
      <TablePanel label={school.school_name}>
        <Tabs value={tab} onChange={openTab} keepMounted={false} classNames={tabClasses}>
          <Tabs.List aria-label={school.school_name}>
            {visibleTabs.map((name) => (
              <Tabs.Tab key={name} value={name} lang={getTextLanguage(getTitle(name))}>
                {getTitle(name)} <span className={classes.count}>{countByTab(school)[name]}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="teachers">
            <SchoolAccounts
              school={school}
              accountRole="Teacher"
              labels={{
                table: getTitle('teachers'),
                empty: t`Trường chưa có giáo viên`,
                create: t`Thêm giáo viên`,
              }}
            >
              <ImportExportButtons school={school} kind="teachers" />
            </SchoolAccounts>
          </Tabs.Panel>
          <Tabs.Panel value="classes">
            <ClassesTable
              school={school}
              renderMoreActions={(schoolClass) => (
                <ResetClassButton schoolClass={schoolClass} schoolName={school.school_name} />
              )}
            />
          </Tabs.Panel>
          <Tabs.Panel value="students">
            <SchoolAccounts
              school={school}
              accountRole="Student"
              labels={{
                table: getTitle('students'),
                empty: t`Trường chưa có học sinh`,
                create: t`Thêm học sinh`,
              }}
            >
              <ImportExportButtons school={school} kind="students" />
            </SchoolAccounts>
          </Tabs.Panel>
          <Tabs.Panel value="moderators">
            <SchoolAccounts
              school={school}
              accountRole="Mod"
              labels={{
                table: getTitle('moderators'),
                empty: t`Trường chưa có người quản trị`,
                create: t`Thêm quản trị trường`,
              }}
            />
            <Admins />
          </Tabs.Panel>
          <Tabs.Panel value="parents">
            <SchoolAccounts
              school={school}
              accountRole="Parent"
              labels={{
                table: getTitle('parents'),
                empty: t`Trường chưa có phụ huynh`,
                create: t`Thêm phụ huynh`,
              }}
            />
          </Tabs.Panel>
        </Tabs>
      </TablePanel>
    </div>
  );
}

const titles: Record<TabName, MessageDescriptor> = {
  teachers: msg`Teachers`,
  classes: msg`Classes`,
  students: msg`Students`,
  moderators: msg`Moderator`,
  parents: msg({ message: 'Phụ huynh', context: 'tab' }),
};

function getTitle(tab: TabName): string {
  return i18n._(titles[tab]);
}

function countByTab(school: School): Record<TabName, number> {
  return {
    teachers: school.teacher_count,
    classes: school.class_count,
    students: school.student_count,
    moderators: school.mod_count,
    parents: school.parent_count,
  };
}
