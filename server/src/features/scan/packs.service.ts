import type { ResponseOf } from '@lop-xanh/contract/endpoint';
import { describeProblem } from '@lop-xanh/contract/field-errors';
import type { ChosenPack, scan } from '@lop-xanh/contract/scan';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Actor } from '../../http/authentication.ts';
import { writeAuditEntries } from '../audit/audit.service.ts';
import { requireSchoolId } from '../schools/own-school.service.ts';
import { lockSchools } from '../schools/schools.service.ts';
import { findSchoolPack, updateSchoolPack } from './packs.queries.ts';
import { defaultPackId, readWastePacks, type WastePacks } from './waste-packs.ts';

type PackChoice = ResponseOf<typeof scan.packs>;

/** The packs of this installation, and which school uses which. */
export interface PackService {
  /** The pack of the actor's school; an Admin, who has no school, gets the default one. */
  readOwn(db: Db, actor: Pick<Actor, 'school_id'>): Promise<ChosenPack>;
  readChoice(db: Db, actor: Actor, schoolId: number | undefined): Promise<PackChoice>;
  choose(
    db: Db,
    actor: Actor,
    choice: { pack: string; school_id?: number | undefined },
  ): Promise<PackChoice>;
}

export function createPackService(
  log: { warn: (message: string) => void },
  packs: WastePacks = readWastePacks(),
): PackService {
  const reportedIds = new Set<string>();
  /** An operator may have removed the chosen pack. */
  const getPack = (id: string): ChosenPack => {
    const pack = packs.get(id);
    if (pack) return pack;
    if (!reportedIds.has(id)) {
      log.warn(`A school has chosen the waste pack ${id}, which is missing; it gets the default`);
      reportedIds.add(id);
    }
    return packs.get(defaultPackId) as ChosenPack;
  };
  const findSchool = async (db: Db, schoolId: number) => {
    const school = await findSchoolPack(db, schoolId);
    if (!school) throw new AppError('not_found');
    return school;
  };
  const toChoice = (id: string): PackChoice => ({
    chosen: getPack(id).id,
    packs: [...packs.values()].map(({ id, name, sources, groups }) => ({
      id,
      name,
      sources,
      groups,
    })),
  });

  return {
    async readOwn(db, { school_id: schoolId }) {
      const school = schoolId === null ? undefined : await findSchoolPack(db, schoolId);
      return getPack(school?.waste_pack ?? defaultPackId);
    },
    async readChoice(db, actor, requestedId) {
      const school = await findSchool(db, requireSchoolId(actor, requestedId));
      return toChoice(school.waste_pack);
    },
    async choose(db, actor, { pack, school_id }) {
      const schoolId = requireSchoolId(actor, school_id);
      if (!packs.has(pack)) {
        throw new AppError('invalid_input', {
          issues: [{ path: 'pack', ...describeProblem('invalid_choice') }],
        });
      }
      await lockSchools(db, [schoolId]);
      const { school_name: name, waste_pack: before } = await findSchool(db, schoolId);
      if (before !== pack) {
        await updateSchoolPack(db, schoolId, pack);
        await writeAuditEntries(db, actor, {
          action: 'changed',
          subject: 'school',
          id: schoolId,
          name,
          schoolId,
          details: {
            fields: ['waste_pack'],
            old: { waste_pack: before },
            new: { waste_pack: pack },
          },
        });
      }
      return toChoice(pack);
    },
  };
}
