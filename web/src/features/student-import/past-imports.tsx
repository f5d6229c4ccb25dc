import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../lib/routing/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import classes from './import-page.module.css';
import { ResultCounts } from './job-view.tsx';
import { jobsQuery } from './student-import.api.ts';

/** The results of earlier imports. */
export function PastImports({ schoolId }: { schoolId: number }) {
  const { data } = useQuery(jobsQuery(schoolId));
  if (!data || data.jobs.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="past-imports">
      <h2 id="past-imports">{t`Những lần nhập gần đây`}</h2>
      <ul className={classes.past}>
        {data.jobs.map(({ id, state, result, started_at, started_by }) => (
          <li key={id}>
            <Link to={`?school=${schoolId}&job=${id}`}>
              <DateTime instant={started_at} />
            </Link>
            {started_by && <span lang="vi">{started_by}</span>}
            {result ? (
              <ResultCounts counts={result} />
            ) : (
              <p>{state === 'running' ? t`Đang ghi` : t`Không ghi được`}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
