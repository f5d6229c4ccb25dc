import { paths } from '../../lib/paths.ts';
import { useSearchParams } from '../../lib/routing/location.ts';

interface View {
  kind?: number;
  isCamera?: boolean;
}

/** A view of the page, of the school that an Admin has chosen. */
export function useTeachLink({ kind, isCamera = false }: View): string {
  const params = useSearchParams();
  const school = params.get('school');
  const search = new URLSearchParams({
    ...(school && { school }),
    ...(kind !== undefined && { kind: String(kind) }),
    ...(isCamera && { view: 'camera' }),
  });
  return search.size === 0 ? paths.teach : `${paths.teach}?${search}`;
}
