import sql, { join, raw, type Sql } from 'sql-template-tag';

/**
 * The text of a JSON object. Its values are numbers, or JSON as text or json, and never null.
 * `json_build_object` looks up the type of each value for each row, which takes twice as long.
 */
export function jsonObject(fields: Record<string, Sql>): Sql {
  const parts = Object.entries(fields).map(
    ([name, value], index) => sql`${raw(`'${index === 0 ? '{' : ','}"${name}":'`)}, ${value}`,
  );
  return sql`concat(${join(parts)}, '}')`;
}

/** A value that may be null, as JSON. */
export function toJson(value: Sql): Sql {
  return sql`coalesce(to_json(${value})::text, 'null')`;
}
