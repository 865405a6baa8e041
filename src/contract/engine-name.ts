import { z } from 'zod';

/** A program that makes pictures: the built-in path tracer, or ComfyUI servers. */
export const EngineName = z.enum(['studio', 'comfyui']);
export type EngineName = z.infer<typeof EngineName>;
