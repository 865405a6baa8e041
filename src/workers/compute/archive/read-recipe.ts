import { crc32 } from 'hash-wasm';
import { RECIPE_KEYWORD, RECIPE_MAX_BYTES } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { RecipePicture, type RecipeReason } from '../../../contract/files/recipe-picture.ts';
import { isPng, listChunks } from './png-chunks.ts';

/** A picture of 8192 px without any compression, and its recipe. */
const FILE_MAX_BYTES = 210_000_000;

/**
 * The recipe in a PNG that was downloaded from Vitrine. The file may come from anywhere: what is in it is checked as
 * whatever comes over the network.
 *
 * @throws AppError `recipe-unreadable`.
 */
export async function readRecipe(file: Blob, name: string): Promise<RecipePicture> {
  const refuse = (reason: RecipeReason): AppError =>
    new AppError({ code: 'recipe-unreadable', name, reason });
  if (file.size > FILE_MAX_BYTES) throw refuse('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isPng(bytes)) throw refuse('not-a-png');
  const text = findText(bytes);
  if (text === null) throw refuse('none');
  if (text.byteLength > RECIPE_MAX_BYTES) throw refuse('too-large');
  const value = await readJson(bytes, text).catch(() => null);
  if (value === null || typeof value !== 'object') throw refuse('damaged');
  const { version } = value as { version?: unknown };
  if (typeof version === 'number' && version !== 1) throw refuse('other-version');
  const picture = RecipePicture.safeParse(value);
  if (!picture.success) throw refuse('damaged');
  return picture.data;
}

/** Data of the first text chunk with our keyword, behind the keyword. */
function findText(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const keyword = new TextEncoder().encode(`${RECIPE_KEYWORD}\0`);
  for (const { type, data } of listChunks(bytes)) {
    if (type === 'iTXt' && keyword.every((value, index) => data[index] === value)) {
      return data.subarray(keyword.length);
    }
  }
  return null;
}

/** @throws when the chunk is compressed, which ours is not, its sum is wrong, or it is no JSON in UTF-8. */
async function readJson(bytes: Uint8Array, text: Uint8Array): Promise<unknown> {
  const keywordBytes = RECIPE_KEYWORD.length + 1;
  const end = text.byteOffset + text.byteLength;
  const sum = new DataView(bytes.buffer, end, 4).getUint32(0);
  const checked = bytes.subarray(text.byteOffset - keywordBytes - 4, end);
  if (Number.parseInt(await crc32(checked), 16) !== sum) throw new Error('The sum is wrong');
  if (text[0] !== 0) throw new Error('It is compressed');
  // Behind flag and method: language and translation, each with its end.
  const language = text.indexOf(0, 2);
  const translation = text.indexOf(0, language + 1);
  if (language < 0 || translation < 0) throw new Error('It is cut off');
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text.subarray(translation + 1)));
}
