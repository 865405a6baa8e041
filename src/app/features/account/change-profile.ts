import type { z } from 'zod';
import { IMAGE_UPLOAD_MAX_BYTES } from '../../../contract/constants.ts';
import { ProfileChange, UserBody } from '../../../contract/http/accounts.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import type { Texts } from '../../texts/use-texts.ts';
import type { Refusal } from '../../ui/FormError.tsx';
import { keepUser } from './keep-user.ts';

type Tools = Pick<App, 'server' | 'queries' | 'outside'>;

/**
 * Changes name or e-mail.
 *
 * @throws AppError `password-wrong`, `second-factor-wrong`, `email-taken`, `invalid-request`, and those of a call.
 */
export async function changeProfile(app: Tools, change: z.infer<typeof ProfileChange>): Promise<UserBody> {
  const user = await app.server.call('/api/users/me/', UserBody, {
    method: 'PATCH',
    body: ProfileChange.parse(change),
  });
  keepUser(app, user);
  return user;
}

/** Why a file cannot be somebody's picture; null when the server may see it. */
export function refuseAvatar(file: File): Refusal | null {
  const profileOf = ({ language }: Texts) => lateTextsOf(language).profile;
  if (!/\.(jpe?g|png|webp)$/i.test(file.name)) {
    return { sentence: (texts) => profileOf(texts).pictureRefused(file.name) };
  }
  if (file.size <= IMAGE_UPLOAD_MAX_BYTES) return null;
  return {
    sentence: (texts) => profileOf(texts).pictureTooLarge(texts.format.bytes(IMAGE_UPLOAD_MAX_BYTES)),
  };
}

/**
 * Gives the person a picture; the server cuts it to a square. Null takes it away.
 *
 * @throws AppError `image-unreadable`, `image-too-large`, `upload-too-large`, and those of a call.
 */
export async function changeAvatar(app: Tools, file: File | null): Promise<void> {
  const body = new FormData();
  if (file !== null) body.set('avatar', file);
  const user = await app.server.call(
    '/api/users/me/avatar/',
    UserBody,
    file === null ? { method: 'DELETE' } : { method: 'PUT', body, onProgress: () => undefined },
  );
  keepUser(app, user);
}
