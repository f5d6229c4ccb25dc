import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Back to where one came from, and home where that is outside the app. */
export function useGoBack() {
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  return () => void (isFirstPage ? navigate(paths.home, { replace: true }) : navigate(-1));
}
