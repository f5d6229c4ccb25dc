import { t } from '@lingui/core/macro';
import { type ReportStep, reportSteps } from '@lop-xanh/contract/reports';
import { useUrlParams } from '../../lib/url-params.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { getStepName, useReportPeriod } from './report-period.ts';

/** Chooses weeks or months, and one of those with data. */
export function PeriodFilters({ steps }: { steps: readonly ReportStep[] }) {
  const { choose } = useUrlParams();
  const { by, week, month } = useReportPeriod();
  const stepNames = { month: t`Theo tháng`, week: t`Theo tuần` };
  const chosen = by === 'week' ? week : month;
  const numbers = steps.map(({ number }) => number);
  // A link may name a period without data.
  if (chosen && !numbers.includes(chosen)) numbers.push(chosen);
  return (
    <>
      <NativeSelect
        label={t`Chia theo`}
        value={by}
        data={reportSteps.map((step) => ({ value: step, label: stepNames[step] }))}
        onChange={({ currentTarget }) =>
          choose({
            by: currentTarget.value === reportSteps[0] ? null : currentTarget.value,
            week: null,
            month: null,
          })
        }
      />
      <NativeSelect
        label={t`Kỳ`}
        value={chosen ?? ''}
        data={[
          { value: '', label: t`Cả năm` },
          ...numbers.map((number) => ({ value: String(number), label: getStepName(by, number) })),
        ]}
        onChange={({ currentTarget }) => choose({ [by]: currentTarget.value || null })}
      />
    </>
  );
}
