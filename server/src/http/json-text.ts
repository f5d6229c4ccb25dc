/**
 * An answer as JSON text, passed on as it is: what PostgreSQL wrote is neither parsed nor written
 * again. Tests hold it to the contract, not every request.
 */
export class JsonText<Answer> {
  declare readonly answer: Answer;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON object with further fields. */
export function withFields(text: string, fields: Record<string, unknown>): string {
  return `${text.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}
