import { i18n } from '@lingui/core';

type Values = Record<string, unknown>;

const translate = i18n._.bind(i18n);

/**
 * Lingui decodes escapes such as \u003c in the finished text, and so in what users wrote. An escaped
 * backslash is decoded to a backslash.
 */
i18n._ = ((message: string | { id: string; values?: Values }, values?: Values) =>
  typeof message === 'string'
    ? translate(message, escapeBackslashes(values))
    : translate({ ...message, values: escapeBackslashes(message.values) })) as typeof i18n._;

function escapeBackslashes(values: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\u005c') : value,
    ]),
  );
}
