import { avatars, type OwnAvatar } from '@lop-xanh/contract/avatars';
import type { Animal } from '@lop-xanh/contract/rules/animals';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { profileQuery } from '../../lib/current-user.ts';
import { upload } from '../../lib/upload.ts';

export const ownAvatarQuery = queryOptions({
  queryKey: ['avatar'],
  queryFn: () => request(avatars.read),
  staleTime: 0,
});

export function useChooseAnimal() {
  return useAvatarMutation((animal: Animal | null) =>
    request(avatars.choose, { body: { animal } }),
  );
}

export function useUploadAvatar() {
  return useAvatarMutation((photo: File) => {
    const form = new FormData();
    form.append('avatar', photo);
    return upload(avatars.upload, { form, headers: {} });
  });
}

/** Others' lists show the new avatar with their next fetch. */
function useAvatarMutation<Input>(mutationFn: (input: Input) => Promise<OwnAvatar>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (avatar) => {
      client.setQueryData(ownAvatarQuery.queryKey, avatar);
      return client.invalidateQueries(profileQuery);
    },
  });
}

/** Not with the class in the cache of the device: pictures that wait stay on the server. */
const pendingKey = ['pending avatars'];

export const pendingAvatarsQuery = (classId: number) =>
  queryOptions({
    queryKey: [...pendingKey, classId],
    queryFn: async () =>
      (await request(avatars.pendingOfClass, { params: { id: classId } })).avatars,
    staleTime: 0,
  });

export function useDecideAvatar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: number; status: 'approved' | 'rejected' }) =>
      request(avatars.decide, { params: { id }, body: { status } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: pendingKey }),
        client.invalidateQueries({ queryKey: ['classes'] }),
      ]),
  });
}
