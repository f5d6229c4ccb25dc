/** How another feature tells people of what happened there, in the transaction in which it did. */
export {
  tellingAuthor,
  tellingMods,
  tellOfAttendance,
  tellOfDecision,
  tellOfMoves,
  tellOfPending,
  tellOfResets,
  untellingAuthor,
} from './tell.queries.ts';
