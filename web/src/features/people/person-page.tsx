import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-errors.ts';
import { historyPath, paths } from '../../lib/paths.ts';
import { Link } from '../../lib/routing/link.tsx';
import { useParams } from '../../lib/routing/route-params.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SproutPicture } from '../../ui/pictures.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { personQuery } from './people.api.ts';
import { PersonActions } from './person-actions.tsx';
import { PersonCrumbs } from './person-crumbs.tsx';
import { PersonNeighbours } from './person-neighbours.tsx';
import classes from './person-page.module.css';
import { PersonParts } from './person-parts.tsx';

/** Everything about one person, and what can be done with the account. */
export function PersonPage() {
  const id = Number(useParams().id) || 0;
  // Another person is another page: nothing of the former one may stay open.
  return <PersonDetails key={id} id={id} />;
}

function PersonDetails({ id }: { id: number }) {
  const query = useQuery(personQuery(id));
  const { data, error } = query;
  const isMissing = !data && error instanceof ApiError && error.status === 404;
  return (
    <div className={classes.page}>
      {data && (
        <div className={classes.way}>
          <PersonCrumbs person={data} />
          <PersonNeighbours account={data.account} />
        </div>
      )}
      <PageHeader title={data?.account.full_name ?? t`Một người`} isHidden={!data}>
        {data && <PersonActions person={data} />}
      </PageHeader>
      {isMissing ? (
        <MissingPerson id={id} />
      ) : (
        <Loaded
          query={query}
          skeleton={<CardsSkeleton cards={4} />}
          failedMessage={t`Không tải được trang này`}
          hasCard
          hasRefetchToast
        >
          {(person) => <PersonParts person={person} />}
        </Loaded>
      )}
    </div>
  );
}

/** The histories keep those whose accounts were deleted, and those who went to another school. */
function MissingPerson({ id }: { id: number }) {
  return (
    <Card>
      <EmptyState
        picture={<SproutPicture />}
        title={t`Không tìm thấy người này`}
        text={t`Tài khoản có thể đã bị xóa, hoặc thuộc trường khác. Lịch sử lớp mà trường đã ghi thì vẫn còn.`}
      >
        <div className={classes.buttons}>
          <Button component={Link} to={paths.accounts}>
            {t`Tài khoản`}
          </Button>
          {(['Student', 'Teacher'] as const).map((role) => (
            <Button
              key={role}
              variant="default"
              component={Link}
              to={historyPath({ id, role, school_id: null }) ?? paths.accounts}
            >
              {role === 'Student' ? t`Lịch sử học sinh` : t`Lịch sử giáo viên`}
            </Button>
          ))}
        </div>
      </EmptyState>
    </Card>
  );
}
