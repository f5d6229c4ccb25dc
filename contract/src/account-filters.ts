import { z } from 'zod';
import { accountStatuses, shortText } from './account-fields.ts';
import { idInUrl } from './fields.ts';
import { pageQuery } from './paging.ts';
import { limits } from './rules/limits.ts';

/** What a list can be sorted by: the given name, the code, the class, the parent's name and the last login. */
const sortNames = ['name', 'code', 'class', 'parent', 'login'] as const;
export type AccountSortName = (typeof sortNames)[number];
/** A minus reverses the order. */
export type AccountSort = AccountSortName | `-${AccountSortName}`;
export const accountSorts = sortNames.flatMap((name): AccountSort[] => [name, `-${name}`]);

/** What somebody may still lack: a linked parent, a login, the consent to photos. */
export const accountGaps = ['parent', 'login', 'consent'] as const;
export type AccountGap = (typeof accountGaps)[number];

/** Which accounts a list has. */
export const accountFilters = z.object({
  school_id: idInUrl.optional(),
  /** Grade and class of a parent are those of the children. */
  grade_id: idInUrl.optional(),
  /** 'none' selects those pending assignment; students who have left are not. */
  class_id: z.union([z.literal('none'), idInUrl]).optional(),
  /** 'left' selects the students who have left; they are inactive too. */
  status: z.enum([...accountStatuses, 'left']).optional(),
  /** The children of this parent, or the parents of this child. */
  family_of: idInUrl.optional(),
  /** Words of the name (diacritics ignored), the start of the username, or digits of the code. */
  q: shortText(100).optional(),
  /** Separated by commas: those who lack all of these. */
  lacks: z
    .string()
    .regex(new RegExp(`^(${accountGaps.join('|')})(,(${accountGaps.join('|')}))*$`))
    .optional(),
  sort: z.enum(accountSorts).default('name'),
});
export type AccountFilters = z.infer<typeof accountFilters>;

/**
 * A school's accounts are listed completely, or with `page` one page of `rows`. An Admin's list
 * without a school is paged by cursor, which knows no other order than the id.
 */
export const listQuery = pageQuery.extend({
  ...accountFilters.shape,
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  rows: z.coerce.number().int().min(1).max(100).default(limits.rowsPerTablePage),
});
export type AccountListQuery = z.infer<typeof listQuery>;
