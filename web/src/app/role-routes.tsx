import { HomePage } from '../features/home/home-page.tsx';
import { useUser } from '../lib/current-user.ts';
import { paths } from '../lib/paths.ts';
import { Navigate } from '../lib/routing/navigate.ts';
import { Dashboard } from './pages.ts';

/** The feed is the home page of every role except Admin. */
export function HomeRoute() {
  return useUser().role === 'Admin' ? <Navigate to={paths.admin} /> : <HomePage />;
}

/** Only an Admin has a dashboard; a Mod starts with the accounts. */
export function AdminRoute() {
  return useUser().role === 'Mod' ? <Navigate to={paths.accounts} /> : <Dashboard />;
}
