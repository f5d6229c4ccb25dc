import { classes } from '@lop-xanh/contract/classes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const classesQuery = queryOptions({
  queryKey: ['classes'],
  queryFn: () => call(classes.list),
  select: ({ classes }) => classes,
});
