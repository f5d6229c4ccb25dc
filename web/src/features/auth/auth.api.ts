import { auth } from '@lop-xanh/contract/auth';
import type { BodyOf } from '@lop-xanh/contract/endpoint';
import type { Language } from '@lop-xanh/contract/rules/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { profileQuery } from '../../lib/current-user.ts';
import { renewSession } from '../../lib/session.ts';

/** The server ends every other session of the user and returns a new token for this one. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof auth.changePassword>) =>
      request(auth.changePassword, { body }),
    onSuccess: ({ token }) => {
      renewSession(token);
      return client.invalidateQueries(profileQuery);
    },
  });
}

export function useChooseLanguage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (language: Language) => request(auth.setLanguage, { body: { language } }),
    onSuccess: () => client.invalidateQueries(profileQuery),
  });
}
