/**
 * A response that PostgreSQL already built as JSON, sent without parsing and serializing it again. It is
 * checked against the contract in tests, not on every request.
 */
export class JsonText<Body> {
  declare readonly body: Body;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Appends fields to a non-empty JSON object. */
export function addJsonFields(text: string, fields: Record<string, unknown>): string {
  return `${text.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
}
