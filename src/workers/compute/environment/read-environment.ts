import { AppError } from '../../../contract/failure.ts';
import type { StagePicture } from '../../../contract/stage.ts';
import { readPng } from '../pictures/read-png.ts';

/** The bytes of a stored environment, see `ComputeApi.readEnvironment`. */
export async function readEnvironment(file: Blob): Promise<StagePicture> {
  try {
    return await readPng(file);
  } catch (cause) {
    throw new AppError({ code: 'image-unreadable', name: 'environment' }, { cause });
  }
}
