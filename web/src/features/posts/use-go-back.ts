import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Goes back, or home if the page was opened directly. */
export function useGoBack() {
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  return () => void (isFirstPage ? navigate(paths.home, { replace: true }) : navigate(-1));
}
