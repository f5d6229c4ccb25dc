import { t } from '@lingui/core/macro';
import type { AttendanceGrid } from '@lop-xanh/contract/attendance';
import type { SchoolClass } from '@lop-xanh/contract/classes';
import { formatSchoolYear } from '@lop-xanh/contract/rules/dates';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messages } from '../../language/messages.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { printOnly } from '../../ui/print-only.ts';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { downloadGrid, gridQuery } from './attendance.api.ts';
import classes from './class-year.module.css';
import { YearCorrections } from './year-corrections.tsx';
import { getAbsentSymbol, getExcusedSymbol, YearGrid } from './year-grid.tsx';

/** A class's whole school year, also for print and as a spreadsheet. */
export function ClassYear({ schoolClass }: { schoolClass: SchoolClass }) {
  return (
    <Loaded
      query={useQuery(gridQuery(schoolClass.id))}
      skeleton={<CardSkeleton lines={8} />}
      failedMessage={messages.classes.dataFailed}
      isEmpty={({ students }) => students.length === 0}
      empty={<EmptyState picture={<SproutPicture />} title={t`Lớp chưa có học sinh`} />}
      hasCard
    >
      {(grid) => <YearSheet schoolClass={schoolClass} grid={grid} />}
    </Loaded>
  );
}

interface YearSheetProps {
  schoolClass: SchoolClass;
  grid: AttendanceGrid;
}

function YearSheet({ schoolClass, grid }: YearSheetProps) {
  const { class_name: name, school_name, teacher_full_name, school_year } = grid;
  const years = formatSchoolYear(school_year);
  const absentSymbol = getAbsentSymbol();
  const excusedSymbol = getExcusedSymbol();
  // Of an earlier version, which did not record whether an absence was excused.
  const hasUnknown = grid.students.some(({ unknown }) => unknown.length > 0);
  const hasCorrections = grid.students.some(({ corrected }) => corrected.length > 0);
  return (
    <section className={classes.year} ref={printOnly} aria-label={t`Điểm danh cả năm`}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.title}>{t`Điểm danh lớp ${name} · ${years}`}</h2>
          <p className={classes.soft} lang="vi">
            {[school_name, teacher_full_name].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={() => window.print()}
          >
            {t`In`}
          </Button>
          <DownloadButton schoolClass={schoolClass} fileName={t`Điểm danh ${name} ${years}.xlsx`} />
        </div>
      </div>
      <YearGrid grid={grid} />
      <p className={classes.legend}>
        {[
          t`✓ có mặt`,
          hasUnknown ? t`${absentSymbol} vắng` : t`${absentSymbol} vắng không phép`,
          t`${excusedSymbol} vắng có phép`,
          t`ô trống: chưa điểm danh`,
          ...(hasCorrections ? [t`* đã sửa`] : []),
        ].join(' · ')}
      </p>
      {hasCorrections && <YearCorrections classId={schoolClass.id} />}
    </section>
  );
}

interface DownloadProps {
  schoolClass: SchoolClass;
  fileName: string;
}

function DownloadButton({ schoolClass, fileName }: DownloadProps) {
  const { isLoading, save } = useDownload(messages.classes.dataFailed);
  return (
    <Button
      variant="light"
      loading={isLoading}
      leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
      onClick={() => void save(() => downloadGrid(schoolClass.id, fileName))}
    >
      {t`Tải .xlsx`}
    </Button>
  );
}
