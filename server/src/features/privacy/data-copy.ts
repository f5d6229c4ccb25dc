import type { CopiedPost, findAccountToCopy, PersonLists } from './copy.queries.ts';

export interface FileInCopy {
  /** Its place in the archive. */
  path: string;
  filename: string;
  mime: string;
  bytes: number;
}

export type PostInCopy = CopiedPost & { files: FileInCopy[] };

export interface PersonInCopy extends Omit<PersonLists, 'avatar_photos' | 'taught_photos'> {
  avatar_photos: { path: string; is_approved: boolean; created_at: string }[];
  /** The path is null if the photo is not kept. */
  taught_photos: (Omit<PersonLists['taught_photos'][number], 'file'> & { path: string | null })[];
  account: Awaited<ReturnType<typeof findAccountToCopy>>;
  /** Of teachers and Mods: what they wrote. */
  posts: PostInCopy[];
  /** Of students: what they may read and what names them. */
  posts_naming_them: PostInCopy[];
}

/** The content of data.json. */
export interface DataCopy {
  format: 'lop-xanh-copy';
  version: 1;
  created_at: string;
  person: PersonInCopy;
  /** Of a parent. */
  children: PersonInCopy[];
}
