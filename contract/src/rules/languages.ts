/** `default` is the specification's wording, which mixes both languages. */
export const languages = ['default', 'vi', 'en'] as const;
export type Language = (typeof languages)[number];
