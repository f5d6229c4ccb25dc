export type TemplateValues = Readonly<Record<string, string | number>>;

/** A text with named placeholders, such as '{max}', and the values that never change. */
export interface Template {
  readonly message: string;
  readonly values?: TemplateValues | undefined;
  /** The names of values that a client needs although the text does not show them. */
  readonly data?: readonly string[] | undefined;
}

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type Data<T extends Template> = T extends { data: readonly (infer Name extends string)[] }
  ? Name
  : never;
type Constant<T extends Template> = T extends { values: infer Values } ? keyof Values : never;

/** The values that the code that uses the template must provide. */
export type OpenValues<T extends Template> = {
  readonly [Name in Exclude<Placeholder<T['message']> | Data<T>, Constant<T>>]: string | number;
};

/** The names of the templates that need no values from the code that uses them. */
export type SimpleName<Table extends Record<string, Template>> = {
  [Name in keyof Table]: keyof OpenValues<Table[Name]> extends never ? Name : never;
}[keyof Table];

/** Any values for a template that is known only at run time. */
export type ValuesArgument<T extends Template> = string extends T['message']
  ? [values?: TemplateValues | undefined]
  : keyof OpenValues<T> extends never
    ? []
    : [values: OpenValues<T>];

/** Returns the text, its values and its data; other values are left out. */
export function fillTemplate<T extends Template>(
  template: T,
  ...[openValues]: ValuesArgument<T>
): Template {
  const { message, values: constants, data = [] }: Template = template;
  const available: TemplateValues = { ...constants, ...openValues };
  const placeholders = [...message.matchAll(placeholder)].flatMap(([, name]) => name ?? []);
  const names = [...placeholders, ...data];
  if (names.length === 0) return { message };
  return {
    message: message.replaceAll(placeholder, (_, name: string) => formatValue(available[name])),
    values: Object.fromEntries(names.map((name) => [name, available[name] ?? ''])),
  };
}

const placeholder = /\{(\w+)\}/g;

/** A number that is a name, such as that of a row, is passed as text. */
function formatValue(value: string | number | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('vi') : (value ?? '');
}
