export { getCalendar } from './calendar.ts';
export { WeekThumbnail } from './week-thumbnail.tsx';
