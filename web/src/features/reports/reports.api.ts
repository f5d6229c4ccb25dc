import { type ReportStepKind, reports } from '@lop-xanh/contract/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

export interface ReportPeriodChoice {
  by: ReportStepKind;
  week: number | undefined;
  month: number | undefined;
}

export interface ReportChoice extends ReportPeriodChoice {
  /** Undefined for all schools, or a Mod's own. */
  school_id: number | undefined;
  grade_id: number | undefined;
  school_year: number | undefined;
}

/** Never fresh: classes save their sheets all day. */
export const reportQuery = (choice: ReportChoice) =>
  queryOptions({
    queryKey: ['reports', choice],
    queryFn: () => request(reports.read, { query: choice }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const classReportQuery = (id: number, choice: ReportPeriodChoice) =>
  queryOptions({
    queryKey: ['reports', 'class', id, choice],
    queryFn: () => request(reports.readClass, { params: { id }, query: choice }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function downloadReport(choice: ReportChoice, fileName: string): Promise<void> {
  return download(reports.file, { query: { ...choice } }, fileName);
}

export function downloadClassReport(
  id: number,
  choice: ReportPeriodChoice,
  fileName: string,
): Promise<void> {
  return download(reports.classFile, { params: { id }, query: { ...choice } }, fileName);
}
