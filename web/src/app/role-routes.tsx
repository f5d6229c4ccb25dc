import { Navigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useUser } from '../lib/visitor.ts';
import { Dashboard, Home } from './pages.ts';

/** The feed is everyone's home but an Admin's. */
export function HomeRoute() {
  return useUser().role === 'Admin' ? <Navigate to={paths.admin} replace /> : <Home />;
}

/** The dashboard is the Admin's; a Mod's work begins with the accounts. */
export function AdminRoute() {
  return useUser().role === 'Mod' ? <Navigate to={paths.accounts} replace /> : <Dashboard />;
}
