/** A reason not to start that the operator can mend: its message is the one sentence they read. */
export class StartUpError extends Error {}
