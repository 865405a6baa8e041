import { LIBRARY_NAME_MAX_LENGTH, MATERIAL_APPLIED } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { AS_IN_FILE, cleanName, type MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { describeFailure } from '../../texts/describe-failure.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { editMaterial, isOfProject } from './edit-material.ts';

/** What a browser calls the pictures that a texture can be made of; a server that knows no better is not asked. */
export const TEXTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

type TextureTools = Pick<App, 'state' | 'commands' | 'toasts' | 'compute' | 'storage'>;

/**
 * Lays a person's own picture on every part drawn with one material, as one step to undo. Its bytes are on this device
 * before that; the save brings them to the server. What cannot be used changes nothing and is told (S3 8).
 */
export async function setOwnTexture(
  app: TextureTools,
  texts: Texts,
  row: MaterialRow,
  file: File,
): Promise<void> {
  const { dressing } = texts.t;
  const refusal = refuse(texts, file);
  if (refusal !== null) {
    app.toasts.show('error', dressing.textureFailed(refusal));
    return;
  }
  try {
    const texture = await app.compute().encodeUpload(file);
    const hash = await app.compute().hashFile(texture);
    await app.storage.put(hash, texture);
    if (!isOfProject(app, row)) throw new AppError({ code: 'model-changed' });
    const picture = cleanName(file.name.replace(/\.[^.]*$/, '')) || dressing.ownTexture;
    editMaterial(app, dressing.undoTexture(picture, nameMaterial(row, texts)), row, {
      ...AS_IN_FILE,
      ...MATERIAL_APPLIED,
      libraryMaterialName: picture,
      textureHash: hash,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    app.toasts.show('error', dressing.textureFailed(describeFailure(texts, error.failure)), { cause: error });
  }
}

/** Why a file is no texture, by what it says of itself (S3 5); null when it may be one. */
function refuse({ t }: Texts, file: File): string | null {
  if (!file.type.startsWith('image/')) return t.dressing.notAnImage(file.name);
  if (!TEXTURE_TYPES.includes(file.type)) return t.dressing.imageKind(file.name);
  if (file.size === 0) return t.dressing.emptyPicture;
  if (file.name.length > LIBRARY_NAME_MAX_LENGTH) return t.dressing.nameTooLong(file.name.length);
  return null;
}
