import type { BodyOf } from '@lop-xanh/contract/endpoint';
import { type CommentMode, moderation } from '@lop-xanh/contract/moderation';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

// Fetched again whenever the dialog opens, which starts from what is stored now.
const alwaysFresh = { staleTime: 0, gcTime: 0 };

export const schoolSettingsQuery = queryOptions({
  queryKey: ['comment-settings', 'school'],
  queryFn: () => request(moderation.settings),
  ...alwaysFresh,
});

export const classSettingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['comment-settings', 'class', id],
    queryFn: () => request(moderation.classSettings, { params: { id } }),
    ...alwaysFresh,
  });

type SchoolSettings = BodyOf<typeof moderation.editSettings>;

export function useEditSchoolSettings() {
  return useSettingsMutation((body: SchoolSettings) => request(moderation.editSettings, { body }));
}

export function useEditClassSettings(id: number) {
  return useSettingsMutation((mode: CommentMode) =>
    request(moderation.editClassSettings, { params: { id }, body: { class: mode } }),
  );
}

function useSettingsMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // The settings decide under which posts comments can be written.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['posts'] }),
  });
}
