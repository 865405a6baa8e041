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
  const value = await readJson(bytes, text).catch((error: unknown) => {
    if (error instanceof TooLarge) throw refuse('too-large');
    return null;
  });
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

class TooLarge extends Error {}

/**
 * @throws TooLarge where a compressed chunk, as other programs save it, is longer than a recipe; another error where its sum
 *   is wrong, or it is no JSON in UTF-8.
 */
async function readJson(bytes: Uint8Array, text: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const keywordBytes = RECIPE_KEYWORD.length + 1;
  const end = text.byteOffset + text.byteLength;
  const sum = new DataView(bytes.buffer, end, 4).getUint32(0);
  const checked = bytes.subarray(text.byteOffset - keywordBytes - 4, end);
  if (Number.parseInt(await crc32(checked), 16) !== sum) throw new Error('The sum is wrong');
  // Behind flag and method: language and translation, each with its end.
  const language = text.indexOf(0, 2);
  const translation = text.indexOf(0, language + 1);
  if (language < 0 || translation < 0) throw new Error('It is cut off');
  const body = text.subarray(translation + 1);
  const json = text[0] === 0 ? body : await inflate(body);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
}

async function inflate(body: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([body]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let left = RECIPE_MAX_BYTES;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    left -= step.value.byteLength;
    if (left < 0) {
      await reader.cancel();
      throw new TooLarge();
    }
    pieces.push(step.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
