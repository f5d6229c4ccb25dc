export { ActivitiesCard } from './activities-card.tsx';
export { activityRoles } from './activity-roles.ts';
