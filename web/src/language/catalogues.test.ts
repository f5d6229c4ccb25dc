import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import extractMessages, { type ExtractPluginOpts } from '@lingui/babel-plugin-extract-messages';
import type { CatalogType } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { apiErrors } from '@lop-xanh/contract/errors';
import { fieldErrors } from '@lop-xanh/contract/field-errors';
import { messages as specified } from '@lop-xanh/contract/messages';
import type { WastePackFile } from '@lop-xanh/contract/scan';
import { describe, expect, test } from 'vitest';
import { parseCatalogue, readMacros } from '../../language-plugin.ts';
import { listSourceFiles, webRoot } from './source-files.ts';
import { vietnameseLetters } from './text-language.ts';

const po = formatter({ lineNumbers: false, printPlaceholdersInComments: false });

const extracted = {
  ...(await extractFromCode()),
  ...listTexts(specified),
  ...listTexts(listWasteTexts(), 'waste.'),
  ...listTexts(listMessages(apiErrors), 'errors.'),
  ...listTexts(listMessages(fieldErrors), 'fieldErrors.'),
};

describe.each(['vi', 'en'] as const)('the catalogue %s', async (language) => {
  const file = fileURLToPath(new URL(`${language}.po`, import.meta.url));
  const catalogue = await parseCatalogue(readFileSync(file, 'utf8'));
  const texts = Object.entries(extracted).map(([id, { message = '' }]) => ({
    message,
    translation: catalogue[id]?.translation ?? '',
  }));

  test('has the messages of the code', async () => {
    const current: CatalogType = Object.fromEntries(
      Object.entries(extracted)
        .toSorted(([, a], [, b]) => compareTexts(a.message, b.message))
        .map(([id, entry]) => [id, { ...entry, translation: catalogue[id]?.translation ?? '' }]),
    );
    const text = await po.serialize(current, {
      locale: language,
      sourceLocale: 'default',
    } as never);
    const withoutDate = text.replace(/^"POT-Creation-Date.*\n/m, '');
    await expect(withoutDate).toMatchFileSnapshot(file);
  });

  test('keeps every placeholder', () => {
    const wrong = texts.filter(
      ({ message, translation }) =>
        translation && listPlaceholders(message).join() !== listPlaceholders(translation).join(),
    );
    expect(wrong).toEqual([]);
  });

  test('leaves no text in the other language', () => {
    const isVietnamese = (text: string) => vietnameseLetters.test(text.replaceAll('Lớp Xanh', ''));
    const untranslated = texts.filter(({ message, translation }) =>
      language === 'en'
        ? translation === '' || isVietnamese(translation)
        : translation === '' && !vietnameseLetters.test(message),
    );
    expect(untranslated).toEqual([]);
  });
});

async function extractFromCode(): Promise<CatalogType> {
  const catalogue: CatalogType = {};
  for (const path of listSourceFiles()) {
    const code = readFileSync(path, 'utf8');
    if (!code.includes('@lingui/core/macro')) continue;
    const origin: [string] = [relative(webRoot, path)];
    const onMessageExtracted: ExtractPluginOpts['onMessageExtracted'] = ({ id, ...extracted }) => {
      const { message = '', context, comment } = extracted;
      const entry = (catalogue[id] ??= { message, translation: '', origin: [] });
      if (context) entry.context = context;
      if (comment) entry.comments = [comment];
      if (entry.origin?.at(-1) !== origin) entry.origin?.push(origin);
    };
    await readMacros(code, path, [[extractMessages, { onMessageExtracted }]]);
  }
  return catalogue;
}

/** Texts by their path, with numbered placeholders for the values of functions. */
function listTexts(branch: object, path = ''): CatalogType {
  const entries = Object.entries(branch).map(([name, value]) => {
    const id = path + name;
    if (typeof value === 'object') return listTexts(value, `${id}.`);
    const message = typeof value === 'string' ? value : value('{0}');
    return { [id]: { message, translation: '', comments: [message] } };
  });
  return Object.assign({}, ...entries);
}

function listMessages(table: Record<string, { message: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, { message }]) => [name, message]));
}

/** Every text of the packs that a child sees, by itself: an operator may change some of them. */
function listWasteTexts(): Record<string, string> {
  const folder = join(webRoot, '../contract/waste-packs');
  const texts = readdirSync(folder).flatMap((file) => {
    const { groups = {}, kinds = {} }: WastePackFile = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    );
    return [
      ...Object.values(groups).flatMap(({ name, bin }) => [name, bin.name]),
      ...Object.values(kinds).flatMap(({ name, bin, advice }) => [name, bin?.name, advice]),
    ].filter((text) => text !== undefined);
  });
  return Object.fromEntries(texts.map((text) => [text, text]));
}

function compareTexts(a = '', b = ''): number {
  return a.localeCompare(b, 'vi');
}

/** The names of the values, without the words of plurals. */
function listPlaceholders(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => name);
  return [...new Set(names)].toSorted();
}
