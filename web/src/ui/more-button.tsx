import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import classes from './more-button.module.css';

interface Props {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of an infinite query. */
export function MoreButton({ list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <div className={classes.more}>
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {t`Xem thêm`}
      </Button>
    </div>
  );
}
