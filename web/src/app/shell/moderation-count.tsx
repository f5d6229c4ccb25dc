import { t } from '@lingui/core/macro';
import { limits } from '@lop-xanh/contract/rules/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { selectDecisions } from '../../features/moderation/decisions.ts';
import { countsQuery } from '../../features/moderation/moderation.api.ts';
import { unreadQuery } from '../../features/notifications/notifications.api.ts';
import { useOutboxEntries } from '../../lib/outbox/use-outbox.ts';
import classes from './moderation-count.module.css';

/** How many items wait on the moderation desk, without those that this Mod has just decided on. */
export function ModerationCount() {
  const client = useQueryClient();
  const { data } = useQuery({ ...countsQuery, refetchInterval: limits.notificationPollMs });
  const { data: unread } = useQuery(unreadQuery);
  const decidedCount = selectDecisions(useOutboxEntries()).length;
  // Whatever comes to the desk notifies the Mods.
  useEffect(() => {
    if (unread) void client.invalidateQueries({ queryKey: countsQuery.queryKey });
  }, [unread, client]);
  const count = data ? data.post + data.held + data.reported - decidedCount : 0;
  if (count <= 0) return null;
  return (
    <span className={classes.count} aria-label={t`${count} mục chờ`}>
      {count > 999 ? '999+' : count}
    </span>
  );
}
