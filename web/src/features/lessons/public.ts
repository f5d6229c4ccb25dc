export { getCalendar, usesCalendar } from './calendar.ts';
export { WeekThumbnail } from './week-thumbnail.tsx';
