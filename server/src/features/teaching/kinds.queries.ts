import { id } from '@lop-xanh/contract/fields';
import { type WasteGroup, type WasteKind, wasteGroup, wasteKind } from '@lop-xanh/contract/scan';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Actor } from '../../http/authentication.ts';

/** What a school says about a kind, in the names of the contract. */
export interface KindWords {
  label: WasteKind | null;
  name: string;
  group: WasteGroup;
  advice: string;
}

const storedKind = z.object({
  id,
  school_id: id,
  label: wasteKind.nullable(),
  name: z.string(),
  group: wasteGroup,
  advice: z.string(),
});
export type StoredKind = z.infer<typeof storedKind>;

const selectKinds = sql`
  select kind.id, kind.school_id, kind.label, kind.name, kind.waste_group as "group", kind.advice
  from taught_kinds kind`;

export function findKind(db: Db, kindId: number): Promise<StoredKind | undefined> {
  return db.maybeOne(storedKind, sql`${selectKinds} where kind.id = ${kindId}::bigint`);
}

export function listKinds(db: Db, schoolId: number): Promise<StoredKind[]> {
  return db.many(
    storedKind,
    sql`${selectKinds} where kind.school_id = ${schoolId}
      order by kind.name collate vietnamese, kind.id`,
  );
}

const countedKind = storedKind.omit({ school_id: true }).extend({
  photo_count: z.number(),
  pending_count: z.number(),
  outdated_count: z.number(),
  imported_count: z.number(),
});

/** With their photos, of which those of a former model are outdated. */
export function listCountedKinds(
  db: Db,
  { schoolId, kindId, model }: { schoolId: number; kindId?: number | undefined; model: string },
) {
  return db.many(
    countedKind,
    sql`
      select kind.id, kind.label, kind.name, kind.waste_group as "group", kind.advice,
             count(photo.id) filter (where photo.approved_at is not null and photo.model = ${model})
               as photo_count,
             count(photo.id) filter (where photo.approved_at is null) as pending_count,
             count(photo.id) filter (where photo.approved_at is not null and photo.model <> ${model})
               as outdated_count,
             count(photo.id) filter (where photo.is_imported) as imported_count
      from taught_kinds kind
      left join taught_photos photo on photo.school_id = kind.school_id and photo.kind_id = kind.id
      where kind.school_id = ${schoolId} and (${kindId ?? null}::bigint is null or kind.id = ${kindId ?? null})
      group by kind.id
      order by kind.name collate vietnamese, kind.id`,
  );
}

const lockedSchool = z.object({
  school_name: z.string(),
  keeps_photos: z.boolean(),
  version: z.number(),
});

const selectSchool = (schoolId: number): Sql => sql`
  select school_name, keeps_taught_photos as keeps_photos, taught_version as version from schools
  where id = ${schoolId}::bigint and deleted_at is null`;

export function findScanner(db: Db, schoolId: number) {
  return db.maybeOne(lockedSchool, selectSchool(schoolId));
}

/** So that what is taught to one school follows each other, and its limits hold. */
export function lockScanner(db: Db, schoolId: number) {
  return db.maybeOne(lockedSchool, sql`${selectSchool(schoolId)} for no key update`);
}

export function countKinds(db: Db, schoolId: number): Promise<number> {
  return db.value(z.number(), sql`select count(*) from taught_kinds where school_id = ${schoolId}`);
}

export function insertKind(
  db: Db,
  { id: createdBy }: Actor,
  {
    schoolId,
    label,
    name,
    group,
    advice,
    isImported = false,
  }: KindWords & { schoolId: number; isImported?: boolean },
): Promise<number> {
  return db.value(
    id,
    sql`
      insert into taught_kinds (school_id, label, name, waste_group, advice, created_by, is_imported)
      values (${schoolId}, ${label}, ${name}, ${group}, ${advice}, ${createdBy}, ${isImported})
      returning id`,
  );
}

export async function updateKind(
  db: Db,
  { id: kindId, label, name, group, advice }: KindWords & { id: number },
): Promise<void> {
  await db.run(sql`
    update taught_kinds set label = ${label}, name = ${name}, waste_group = ${group},
      advice = ${advice}
    where id = ${kindId}`);
}

/** With its photos. */
export async function deleteKindRow(db: Db, kindId: number): Promise<void> {
  await db.run(sql`delete from taught_kinds where id = ${kindId}`);
}

export function deleteAllKinds(db: Db, schoolId: number): Promise<number> {
  return db.run(sql`delete from taught_kinds where school_id = ${schoolId}`);
}

/** Kinds that came with an import and have no photos left. */
export function deleteImportedKinds(db: Db, schoolId: number): Promise<number> {
  return db.run(sql`
    delete from taught_kinds kind
    where school_id = ${schoolId} and is_imported and not exists (
      select from taught_photos photo
      where photo.school_id = kind.school_id and photo.kind_id = kind.id
    )`);
}

export async function setKeepsPhotos(db: Db, schoolId: number, keeps: boolean): Promise<void> {
  await db.run(sql`update schools set keeps_taught_photos = ${keeps} where id = ${schoolId}`);
}
