export { getCalendar } from './calendar.ts';
