/** What needs attention in a school, the most urgent first. */
export const concerns = ['no_mod', 'late_post', 'missing_sheets', 'silent'] as const;
export type Concern = (typeof concerns)[number];

/** These cannot wait. */
export const urgentConcerns = ['no_mod', 'late_post'] as const satisfies Concern[];

export const concernLevels = ['urgent', 'check', 'fine'] as const;
export type ConcernLevel = (typeof concernLevels)[number];

export function getConcernLevel(found: readonly Concern[]): ConcernLevel {
  if (urgentConcerns.some((concern) => found.includes(concern))) return 'urgent';
  return found.length > 0 ? 'check' : 'fine';
}
