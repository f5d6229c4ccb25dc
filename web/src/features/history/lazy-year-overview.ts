import { lazyComponent } from '../../lib/lazy-component.ts';

export const YearOverview = lazyComponent('year-overview', async () => {
  return (await import('./year-overview.tsx')).YearOverview;
});
