import { defaultAvatar } from '@lop-xanh/contract/rules/limits';
import type { FastifyInstance } from 'fastify';
import type { UrlSigner } from '../../storage/signed-urls.ts';
import { avatarsPath } from './avatars.service.ts';

/** In a JSON text, a quote inside a string is escaped, so what users write never matches. */
const avatarField = new RegExp(`(avt"\\s*:\\s*")(${avatarsPath}[^"]+)"`, 'g');

/**
 * Signs the URLs of uploaded avatars in all responses. Many features return avatars, some of them as JSON
 * that PostgreSQL built. Without a session, as at the card login, there is only the default.
 */
export function signAvatars(app: FastifyInstance, loadSigner: () => Promise<UrlSigner>): void {
  app.addHook('onSend', async ({ actor }, _reply, payload) => {
    if (typeof payload !== 'string' || !payload.includes(avatarsPath)) return payload;
    const signer = await loadSigner();
    return payload.replaceAll(avatarField, (_, field: string, path: string) => {
      const url = actor ? signer.sign(path, actor) : defaultAvatar;
      return `${field}${url}"`;
    });
  });
}
