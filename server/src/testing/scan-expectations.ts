import { buildRows, type Rows, schools } from './access-rows.ts';
import { inQuery } from './administration-rows.ts';

/** An Admin must name the school. */
const schoolRequired = { Admin: 400 };
const expectedForSchool = {
  'other school': { Mod: 403 },
  missing: { Mod: 403, Admin: 404 },
};

export const scanRows: Rows = {
  'GET /api/scanner/packs': [
    { description: 'without a school', expect: schoolRequired },
    ...buildRows('school_id', schools, inQuery('school_id'), expectedForSchool),
  ],
  'PUT /api/scanner/pack': [
    {
      description: 'without a school',
      request: () => ({ body: { pack: 'ha-noi' } }),
      expect: schoolRequired,
    },
    ...buildRows(
      'school_id',
      schools,
      (school_id: number) => ({ body: { pack: 'ha-noi', school_id } }),
      expectedForSchool,
    ),
  ],
};
