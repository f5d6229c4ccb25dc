import { type To } from '../../lib/routing/browser-history.ts';
import { useUrlParams } from '../../lib/url-params.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';

const rollView = 'roll';

/** Whether a phone shows only the roll of a class. Back leaves it, because it has an entry in the history. */
export function useIsRoll(): boolean {
  const { params } = useUrlParams();
  return useIsMobile() && params.get('view') === rollView;
}

export function useRollLink(week: number): To {
  const search = new URLSearchParams(useUrlParams().params);
  search.set('week', String(week));
  search.set('view', rollView);
  return { search: String(search) };
}

/** The page of the class around the roll. */
export function useRollParent() {
  const search = new URLSearchParams(useUrlParams().params);
  search.delete('view');
  return { search: String(search) };
}
