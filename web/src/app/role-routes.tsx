import { Navigate } from 'react-router';
import { HomePage } from '../features/posts/home-page.tsx';
import { paths } from '../lib/paths.ts';
import { useUser } from '../lib/visitor.ts';
import { Dashboard } from './pages.ts';

/** The feed is everyone's home but an Admin's. */
export function HomeRoute() {
  return useUser().role === 'Admin' ? <Navigate to={paths.admin} replace /> : <HomePage />;
}

/** The dashboard is the Admin's; a Mod's work begins with the accounts. */
export function AdminRoute() {
  return useUser().role === 'Mod' ? <Navigate to={paths.accounts} replace /> : <Dashboard />;
}
