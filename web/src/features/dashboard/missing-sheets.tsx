import { t } from '@lingui/core/macro';
import type { AttendanceOverview } from '@lop-xanh/contract/attendance-overview';
import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { MissingTeacher, useMissing, WeekFigures } from '../attendance-overview/public.ts';
import classes from './missing-sheets.module.css';
import { Panel } from './panel.tsx';
import { schoolLinks } from './school-links.ts';

/** This week's attendance, and the classes that have not taken it. */
export function MissingSheets({ overview }: { overview: AttendanceOverview }) {
  const { school_id, week, classes: schoolClasses } = overview;
  const choice = { school_id, school_year: undefined, week: undefined };
  const { missing, remindable, isReminded, remind, isReminding } = useMissing(overview, choice);
  const count = remindable.length;
  return (
    <Panel
      title={t`Điểm danh tuần ${week}`}
      link={{ to: schoolLinks.attendance(school_id), text: t`Xem các lớp` }}
    >
      <WeekFigures overview={overview} />
      {schoolClasses.length === 0 ? (
        <p className={classes.none}>{t`Trường chưa có lớp nào`}</p>
      ) : missing.length === 0 ? (
        <p className={classes.none}>{t`Không lớp nào thiếu phiếu`}</p>
      ) : (
        <>
          <ul className={classes.list}>
            {missing.map((schoolClass) => (
              <li key={schoolClass.id}>
                <MissingTeacher
                  schoolClass={schoolClass}
                  hasName
                  isReminded={isReminded(schoolClass)}
                  isReminding={isReminding}
                  onRemind={() => remind([schoolClass])}
                />
              </li>
            ))}
          </ul>
          {count > 1 && (
            <Button
              className={classes.all}
              loading={isReminding}
              leftSection={<IconBellRinging size={20} aria-hidden />}
              onClick={() => remind(remindable)}
            >
              {t`Nhắc ${count} lớp`}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
