export { overviewQuery } from './attendance-overview.api.ts';
export { formatLimit, formatRate } from './format-rate.ts';
export { MissingTeacher } from './missing-teacher.tsx';
export { listAbsencesOn, listWeekRates } from './overview-figures.ts';
export { lowestRate, RateLine } from './rate-line.tsx';
export { useMissing } from './use-missing.ts';
export { WeekFigures } from './week-figures.tsx';
