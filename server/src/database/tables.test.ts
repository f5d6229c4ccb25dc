import { generate, PostgresDialect } from 'kysely-codegen';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase } from '../testing/test-database.ts';

/** To regenerate the file after a migration: `npx vitest run tables --update`. */
test('the generated table types match the migrated schema', async () => {
  const { db } = await makeTestDatabase(onTestFinished);
  const types = await generate({
    // The generator knows Kysely by its CommonJS types.
    db: db as never,
    dialect: new PostgresDialect({ dateParser: 'string' }),
    excludePattern: 'migrations',
    typeMapping: { int8: 'number', timestamptz: 'string' },
    outFile: null,
  });
  expect(types).toContain('export interface DB');
  await expect(types).toMatchFileSnapshot('./tables.generated.ts');
});
