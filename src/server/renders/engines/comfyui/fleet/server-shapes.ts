import { z } from 'zod';
import { fitText } from '../../../../../contract/files/fit-text.ts';

/** Most node classes accepted from a server; one with every known extension has about 5,000. */
const CLASSES_MAX = 50_000;
const NAMES_MAX = 10_000;
const NAME_MAX_LENGTH = 1_000;

/** `GET /system_stats`, what of it is ours to know. */
export const SystemStats = z.object({
  system: z.object({ comfyui_version: z.string().max(64).default('') }),
  devices: z
    .array(
      z.object({
        name: z.string().default('').transform(shorten),
        vram_total: z.number().min(0).catch(0),
        vram_free: z.number().min(0).catch(0),
      }),
    )
    .max(64)
    .default([]),
});
export type SystemStats = z.infer<typeof SystemStats>;

/**
 * `GET /object_info`. Extensions write what they like into their classes, so that only those a graph of ours needs are
 * looked into, see {@link readOptions}.
 */
export const ObjectInfo = z
  .record(z.string(), z.unknown())
  .refine((classes) => Object.keys(classes).length <= CLASSES_MAX, `more than ${CLASSES_MAX} classes`);
export type ObjectInfo = z.infer<typeof ObjectInfo>;

const Inputs = z.record(z.string(), z.unknown());
const NodeClass = z.object({
  input: z.object({ required: Inputs.default({}), optional: Inputs.default({}) }),
});
const Options = z.array(z.unknown()).transform((values) =>
  values
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length <= NAME_MAX_LENGTH)
    .slice(0, NAMES_MAX),
);
/** A combo as `[["a", "b"], {…}]` and as `["COMBO", {"options": ["a", "b"]}]`: both occur on one server. */
const Combo = z.union([
  z.tuple([Options]).rest(z.unknown()),
  z.tuple([z.literal('COMBO'), z.object({ options: Options })]).rest(z.unknown()),
]);

/** What may be chosen for an input of a class; empty where there is no such class, input or choice. */
export function readOptions(info: ObjectInfo, className: string, input: string): string[] {
  if (!Object.hasOwn(info, className)) return [];
  const node = NodeClass.safeParse(info[className]);
  if (!node.success) return [];
  const { required, optional } = node.data.input;
  const combo = Combo.safeParse(required[input] ?? optional[input]);
  if (!combo.success) return [];
  const [first, second] = combo.data;
  if (first !== 'COMBO') return first;
  return (second as { options: string[] }).options;
}

function shorten(text: string): string {
  return fitText(text, 255);
}
