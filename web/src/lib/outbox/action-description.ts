/** What the user sees of an action in the outbox. */
export interface ActionDescription {
  title: string;
  /** The words in it, which must not be lost. */
  text?: string;
  files?: readonly File[];
}
