import type { MultipartFile } from '@fastify/multipart';
import { AppError } from '../../contract/failure.ts';

/**
 * Reads a file of a multipart body into memory.
 *
 * @param maxBytes The `fileSize` limit the body is read with.
 * @throws AppError `upload-too-large` above it.
 */
export async function bufferPart(part: MultipartFile, maxBytes: number): Promise<Uint8Array> {
  try {
    return await part.toBuffer();
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'statusCode' in cause && cause.statusCode === 413;
    throw isTooLarge ? new AppError({ code: 'upload-too-large', maxBytes }, { cause }) : cause;
  }
}
