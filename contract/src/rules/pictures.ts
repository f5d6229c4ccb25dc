/** The pictures of the card login, in the order of the screen. */
export const pictures = [
  'fish',
  'lotus',
  'sun',
  'kite',
  'turtle',
  'watermelon',
  'lantern',
  'hat',
  'frog',
  'rainbow',
  'ball',
  'boat',
] as const;
export type Picture = (typeof pictures)[number];
