import { generate, PostgresDialect } from 'kysely-codegen';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase } from '../testing/test-database.ts';

/** To write the file anew after a migration: `npx vitest run tables --update`. */
test('the generated table types are those of the migrated schema', async () => {
  const { db } = await makeTestDatabase(onTestFinished);
  const types = await generate({
    // The generator knows Kysely by its CommonJS types.
    db: db as never,
    dialect: new PostgresDialect({ dateParser: 'string' }),
    // `pupil_names` is a view for servers of the version before.
    excludePattern: '{migrations,pupil_names}',
    typeMapping: { int8: 'number', timestamptz: 'string' },
    outFile: null,
  });
  expect(types).toContain('export interface DB');
  await expect(types).toMatchFileSnapshot('./tables.generated.ts');
});
