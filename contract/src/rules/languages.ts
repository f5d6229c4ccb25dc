/** `default` is the specification's mix of English and Vietnamese. */
export const languages = ['default', 'vi', 'en'] as const;
export type Language = (typeof languages)[number];
