import { id } from '@lop-xanh/contract/fields';
import { limits } from '@lop-xanh/contract/rules/limits';
import { type WasteLabel, wasteLabel } from '@lop-xanh/contract/scan';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';

const bytes = z.instanceof(Buffer);

export interface NewPhoto {
  schoolId: number;
  kindId: number;
  classId: number | null;
  addedBy: number;
  isApproved: boolean;
  model: string;
  netLabel: WasteLabel | null;
  features: Buffer;
  deviceFeatures: Buffer;
  file: string | null;
}

export function insertPhoto(db: Db, photo: NewPhoto): Promise<number> {
  const { schoolId, kindId, classId, addedBy, isApproved, model, netLabel, file } = photo;
  return db.value(
    id,
    sql`
      insert into taught_photos (school_id, kind_id, class_id, added_by, approved_by, approved_at, model,
        net_label, features, device_features, file)
      values (${schoolId}, ${kindId}, ${classId}, ${addedBy}, ${isApproved ? addedBy : null},
        case when ${isApproved}::boolean then now() end, ${model}, ${netLabel}, ${photo.features},
        ${photo.deviceFeatures}, ${file})
      returning id`,
  );
}

const storedPhoto = z.object({
  id,
  school_id: id,
  kind_id: id,
  kind_name: z.string(),
  added_by: id.nullable(),
  is_pending: z.boolean(),
  model: z.string(),
  file: z.string().nullable(),
});
export type StoredPhoto = z.infer<typeof storedPhoto>;

const selectPhotos = sql`
  select photo.id, photo.school_id, photo.kind_id, kind.name as kind_name, photo.added_by,
         photo.approved_at is null as is_pending, photo.model, photo.file
  from taught_photos photo
  join taught_kinds kind on kind.school_id = photo.school_id and kind.id = photo.kind_id`;

export function findPhoto(db: Db, photoId: number): Promise<StoredPhoto | undefined> {
  return db.maybeOne(storedPhoto, sql`${selectPhotos} where photo.id = ${photoId}::bigint`);
}

export function findPhotoByFile(db: Db, file: string): Promise<StoredPhoto | undefined> {
  return db.maybeOne(storedPhoto, sql`${selectPhotos} where photo.file = ${file}`);
}

export async function approvePhotoRow(
  db: Db,
  { photoId, approvedBy, keepsFile }: { photoId: number; approvedBy: number; keepsFile: boolean },
): Promise<void> {
  await db.run(sql`
    update taught_photos
    set approved_by = ${approvedBy}, approved_at = now(),
        file = case when ${keepsFile}::boolean then file end
    where id = ${photoId} and approved_at is null`);
}

export async function deletePhotoRow(db: Db, photoId: number): Promise<void> {
  await db.run(sql`delete from taught_photos where id = ${photoId}`);
}

export function deleteImportedPhotos(db: Db, schoolId: number): Promise<number> {
  return db.run(sql`delete from taught_photos where school_id = ${schoolId} and is_imported`);
}

/** Those that wait keep their files until they are decided. The next cleanup deletes the others. */
export async function forgetFiles(db: Db, schoolId: number): Promise<void> {
  const isForgotten = sql`school_id = ${schoolId} and approved_at is not null and file is not null`;
  const files = await db.values(
    z.string(),
    sql`select file from taught_photos where ${isForgotten}`,
  );
  await db.run(sql`update taught_photos set file = null where ${isForgotten}`);
  await db.run(sql`
    update stored_files set unreferenced_since = 'epoch' where name = any(${files}::text[])`);
}

const listedPhoto = z.object({
  id,
  added_by: z.string(),
  class_name: z.string().nullable(),
  added_at: z.string(),
  file: z.string().nullable(),
  is_pending: z.boolean(),
  is_outdated: z.boolean(),
  is_imported: z.boolean(),
  /** Of a photo that waits, which the head does not know yet. */
  features: bytes.nullable(),
});

/** Far more than the limits of photos let a kind have; only photos of former models come on top. */
const maxListed = 500;

/** Waiting photos first, then the latest, those of former models last. Who was erased has no name. */
export function listPhotosOfKind(db: Db, { schoolId, kindId, model }: OfKind) {
  return db.many(
    listedPhoto,
    sql`
      select photo.id, coalesce("user".full_name, '') as added_by, class.name as class_name,
             photo.added_at, photo.file, photo.approved_at is null as is_pending,
             photo.model <> ${model} as is_outdated, photo.is_imported,
             case when photo.approved_at is null and photo.model = ${model} then photo.features end
               as features
      from taught_photos photo
      left join users "user" on "user".id = photo.added_by
      left join classes class on class.id = photo.class_id
      where photo.school_id = ${schoolId} and photo.kind_id = ${kindId}
      order by photo.approved_at is not null, photo.model <> ${model}, photo.id desc
      limit ${maxListed}`,
  );
}

interface OfKind {
  schoolId: number;
  kindId: number;
  model: string;
}

/** All approved photos of a school, and those of one kind, without those that can teach nothing any more. */
export function countPhotos(db: Db, { schoolId, kindId, model }: OfKind) {
  return db.one(
    z.object({ all: z.number(), of_kind: z.number() }),
    sql`
      select count(*) as all, count(*) filter (where kind_id = ${kindId}) as of_kind
      from taught_photos
      where school_id = ${schoolId} and approved_at is not null
        and (model = ${model} or file is not null)`,
  );
}

export function countAllWaiting(db: Db, schoolId: number): Promise<number> {
  return db.value(
    z.number(),
    sql`select count(*) from taught_photos where school_id = ${schoolId} and approved_at is null`,
  );
}

/** The photos that wait: of a student, and of a kind. */
export function countWaiting(
  db: Db,
  { userId, schoolId, kindId }: { userId: number; schoolId: number; kindId: number },
) {
  return db.one(
    z.object({ of_student: z.number(), of_kind: z.number() }),
    sql`
      select count(*) filter (where added_by = ${userId}) as of_student,
             count(*) filter (where kind_id = ${kindId}) as of_kind
      from taught_photos where school_id = ${schoolId} and approved_at is null`,
  );
}

export function hasFeatures(
  db: Db,
  { schoolId, kindId, model, features }: OfKind & { features: Buffer },
): Promise<boolean> {
  return db.value(
    z.boolean(),
    sql`
      select exists (
        select from taught_photos
        where school_id = ${schoolId} and kind_id = ${kindId} and model = ${model}
          and features = ${features}
      )`,
  );
}

export function listFeatures(db: Db, { schoolId, kindId, model }: OfKind): Promise<Buffer[]> {
  return db.values(
    bytes,
    sql`
      select features from taught_photos
      where school_id = ${schoolId} and kind_id = ${kindId} and model = ${model}`,
  );
}

const example = z.object({
  id,
  kind_id: id,
  net_label: wasteLabel.nullable(),
  features: bytes,
  device_features: bytes,
});

export type Example = z.infer<typeof example>;

/** What teaches: approved, and seen by the current nets. */
export function listExamples(db: Db, schoolId: number, model: string) {
  return db.many(
    example,
    sql`
      select id, kind_id, net_label, features, device_features from taught_photos
      where school_id = ${schoolId} and approved_at is not null and model = ${model}
      order by kind_id, id`,
  );
}

/** Photos that the current nets have not seen, but can. */
export function listOutdatedFiles(db: Db, schoolId: number, model: string) {
  return db.many(
    z.object({ id, file: z.string() }),
    sql`
      select id, file from taught_photos
      where school_id = ${schoolId} and model <> ${model} and file is not null order by id`,
  );
}

/** A school that keeps no photos has kept this one only to be seen again, unless it waits. */
export async function updateFeatures(
  db: Db,
  photo: Pick<NewPhoto, 'model' | 'netLabel' | 'features' | 'deviceFeatures'> & {
    id: number;
    keepsFile: boolean;
  },
): Promise<void> {
  await db.run(sql`
    update taught_photos
    set model = ${photo.model}, net_label = ${photo.netLabel}, features = ${photo.features},
        device_features = ${photo.deviceFeatures},
        file = case when approved_at is null or ${photo.keepsFile}::boolean then file end
    where id = ${photo.id}`);
}

export interface ImportedPhoto {
  kindId: number;
  netLabel: WasteLabel | null;
  /** In Base64. */
  features: string;
  deviceFeatures: string;
}

export async function insertImportedPhotos(
  db: Db,
  {
    schoolId,
    addedBy,
    model,
    photos,
  }: { schoolId: number; addedBy: number; model: string; photos: ImportedPhoto[] },
): Promise<void> {
  await db.run(sql`
    insert into taught_photos (school_id, kind_id, added_by, approved_by, approved_at, is_imported, model,
      net_label, features, device_features)
    select ${schoolId}, "kindId", ${addedBy}, ${addedBy}, now(), true, ${model}, "netLabel",
           decode(features, 'base64'), decode("deviceFeatures", 'base64')
    from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb) as photo ("kindId" bigint, "netLabel" text,
      features text, "deviceFeatures" text)`);
}

/** Photos that nobody decided on. */
export async function deleteForgottenPhotos(db: Db): Promise<void> {
  await db.run(sql`
    delete from taught_photos
    where approved_at is null and added_at < now() - make_interval(days => ${limits.waitingPhotoDays})`);
}
