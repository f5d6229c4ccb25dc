export {
  classNameAt,
  isCurrentClass,
  isSubstituting,
  joinTeacher,
  lastDay,
} from './class-conditions.queries.ts';
