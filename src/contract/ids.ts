import { z } from 'zod';
import { RowId, Sha256 } from './shapes.ts';

/** Lower-case hex SHA-256 of a file's bytes. It names every stored file, on the device and on the server. */
export const ContentHash = Sha256.brand<'ContentHash'>();
export type ContentHash = z.infer<typeof ContentHash>;

/** Server ids are positive integers (A13). */
export const UserId = RowId.brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;
export const ProjectId = RowId.brand<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;
export const RenderId = RowId.brand<'RenderId'>();
export type RenderId = z.infer<typeof RenderId>;
export const LibraryItemId = RowId.brand<'LibraryItemId'>();
export type LibraryItemId = z.infer<typeof LibraryItemId>;

/** Persistent id of one material of one model (S2): a UUID made on the device. */
export const MaterialId = z.uuid().brand<'MaterialId'>();
export type MaterialId = z.infer<typeof MaterialId>;
