import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRole, roles } from './roles.ts';

test('a role is parsed in any case and with surrounding spaces, and nothing else is', () => {
  for (const role of roles) expect(parseRole(` ${role.toUpperCase()} `)).toBe(role);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const isKnown = roles.some((role) => role.toLowerCase() === text.trim().toLowerCase());
      expect(parseRole(text) !== undefined).toBe(isKnown);
    }),
    { seed: 20_261_115 },
  );
});
