export { overviewQuery } from './attendance-overview.api.ts';
export { formatLimit, formatRate } from './format-rate.ts';
export { MissingTeacher } from './missing-teacher.tsx';
export { findLowestRate, listAbsencesOn, listWeekRates } from './overview-figures.ts';
export { placeRate, RateLine } from './rate-line.tsx';
export { useMissing } from './use-missing.ts';
export { WeekFigures } from './week-figures.tsx';
