/** Whose data is copied. */
export interface CopiedPerson {
  userId: number;
  /** The person and, of a parent, the children. */
  familyIds: number[];
}
