import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { type TaughtKind, teaching } from '@lop-xanh/contract/teaching';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

const taughtKey = 'taught';

/** What a school taught its scanner; without an id, the user's own school. */
export const scannerQuery = (schoolId?: number) =>
  queryOptions({
    queryKey: [taughtKey, 'school', schoolId ?? 'own'],
    queryFn: () => request(teaching.read, { query: { school_id: schoolId } }),
    staleTime: 0,
  });

/** How many photos by students wait for a teacher of the user's school. */
export const waitingQuery = queryOptions({
  queryKey: [taughtKey, 'waiting'],
  queryFn: async () => (await request(teaching.countWaiting)).photo_count,
  staleTime: 0,
});

/** Not on the device: the photos of children stay on the server. */
export const photosQuery = (kindId: number) =>
  queryOptions({
    queryKey: [taughtKey, 'photos', kindId],
    queryFn: async () => (await request(teaching.listPhotos, { params: { id: kindId } })).photos,
    staleTime: 0,
  });

export type KindValues = BodyOf<typeof teaching.editKind>;

interface KindInput {
  values: KindValues;
  key: string;
}

/** Adds a kind to a school, or edits the given one. */
export function useSaveKind(kind: TaughtKind | undefined, schoolId: number | undefined) {
  return useTeachingMutation(({ values, key }: KindInput) => {
    const headers = { 'idempotency-key': key };
    return kind
      ? request(teaching.editKind, { params: { id: kind.id }, body: values, headers })
      : request(teaching.addKind, { body: { ...values, school_id: schoolId }, headers });
  });
}

export function useDeleteKind() {
  return useTeachingMutation((id: number) => request(teaching.deleteKind, { params: { id } }));
}

/** With the same key for each attempt, so that a photo is taught once. */
export function teachPhoto(kindId: number, image: string, key: string) {
  return request(teaching.addPhoto, {
    params: { id: kindId },
    body: { image },
    headers: { 'idempotency-key': key },
  });
}

export function useRefreshTaught() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [taughtKey] });
}

export function useApprovePhoto() {
  return useTeachingMutation((id: number) => request(teaching.approvePhoto, { params: { id } }));
}

export function useDeletePhoto() {
  return useTeachingMutation((id: number) => request(teaching.deletePhoto, { params: { id } }));
}

export function useKeepPhotos(schoolId: number | undefined) {
  return useTeachingMutation((keeps_photos: boolean) =>
    request(teaching.keepPhotos, { body: { keeps_photos, school_id: schoolId } }),
  );
}

export function useResetScanner() {
  return useTeachingMutation((schoolId: number) =>
    request(teaching.reset, { params: { id: schoolId } }),
  );
}

export function useImportKinds() {
  return useTeachingMutation((taught: unknown) =>
    request(teaching.importKinds, { body: { taught } }),
  );
}

export function useUndoImports(schoolId: number | undefined) {
  return useTeachingMutation(() =>
    request(teaching.undoImports, { query: { school_id: schoolId } }),
  );
}

export function exportKinds(schoolId: number | undefined, fileName: string): Promise<void> {
  return download(teaching.exportKinds, { query: { school_id: schoolId } }, fileName);
}

function useTeachingMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const refresh = useRefreshTaught();
  return useMutation({ mutationFn, onSettled: refresh });
}
