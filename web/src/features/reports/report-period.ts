import { t } from '@lingui/core/macro';
import { type ReportStepKind, reportSteps } from '@lop-xanh/contract/reports';
import { useUrlParams } from '../../lib/url-params.ts';
import type { ReportPeriodChoice } from './reports.api.ts';

/** The step and period chosen in the URL. */
export function useReportPeriod(): ReportPeriodChoice {
  const { params } = useUrlParams();
  return {
    by: reportSteps.find((step) => step === params.get('by')) ?? reportSteps[0],
    week: Number(params.get('week')) || undefined,
    month: Number(params.get('month')) || undefined,
  };
}

export function getStepName(by: ReportStepKind, number: number): string {
  return by === 'week' ? t`Tuần ${number}` : t`Tháng ${number}`;
}

/** 'Tháng 10', or the whole year. */
export function getPeriodName({ by, week, month }: ReportPeriodChoice): string {
  const number = by === 'week' ? week : month;
  return number ? getStepName(by, number) : t`Cả năm`;
}

/** The part of the URL that keeps the period; empty for the default. */
export function toPeriodParams({ by, week, month }: ReportPeriodChoice): string {
  return new URLSearchParams({
    ...(by !== reportSteps[0] && { by }),
    ...(week && { week: String(week) }),
    ...(month && { month: String(month) }),
  }).toString();
}
