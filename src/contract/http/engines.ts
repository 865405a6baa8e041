import { z } from 'zod';
import { EngineName } from '../engine-name.ts';
import { TOLD_WAYS } from '../instruction/told-way.ts';
import { AI_WISHES, RenderQuality, WorkflowName } from '../render-spec.ts';
import { text } from '../shapes.ts';

/** How much of an order a server can follow, the most first. */
export const EngineLevel = z.enum(['full', 'no-materials-or-style', 'core-only']);
export type EngineLevel = z.infer<typeof EngineLevel>;

/** A kind of model that draws on a server that is there. */
export const OfferedFamily = z.object({
  name: text(64),
  /** How an order is put into words for it. */
  told: z.enum(TOLD_WAYS),
  /** Qualities in which what must not appear counts, on every server that has it. */
  negative: z.array(RenderQuality),
});
export type OfferedFamily = z.infer<typeof OfferedFamily>;

/** What people may ask of the AI engine now: the best of the servers that are there. */
export const AiOffer = z.object({
  level: EngineLevel,
  can_upscale: z.boolean(),
  /** Operator's own graphs. */
  workflows: z.array(WorkflowName),
  /** Those that draw, by preference; absent or empty where the workers have not told. */
  families: z.array(OfferedFamily).optional(),
});
export type AiOffer = z.infer<typeof AiOffer>;

/** A file or an extension that a server lacks, for staff. */
export const MissingPart = z.object({
  kind: z.enum(['version', 'nodes', 'model']),
  /** Extension, file or version to install. */
  name: text(255),
  /** Folder of the server it belongs in; null for a version. */
  folder: text(255).nullable(),
  wish: z.enum(['base', ...AI_WISHES]),
  /** True while the server, or the family, can draw nothing without it. */
  isNeeded: z.boolean(),
  /** Name of the family of models that it is for; absent: of SDXL, or of all. */
  family: text(64).optional(),
  /** Least version of ComfyUI that has it, where ComfyUI itself is what lacks it. */
  since: text(64).optional(),
});
export type MissingPart = z.infer<typeof MissingPart>;

export const EngineTest = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** Null while it runs. */
  ok: z.boolean().nullable(),
  /** Wall milliseconds from its start to the picture; null until a worker has taken it up. */
  duration_ms: z.number().nullable(),
  /** What went wrong, in English, without secrets. */
  error: text(2_000).nullable(),
});
export type EngineTest = z.infer<typeof EngineTest>;

/** What a server has of one kind of model, for staff. */
export const EngineFamily = z.object({
  /** Stable, e.g. `klein-4b`. */
  name: text(64),
  /** As its makers write it; the same in every language. */
  title: text(255),
  licence: text(255),
  /** The licence lets pictures be sold. */
  commercial: z.boolean(),
  /** All that it draws with is there. */
  ready: z.boolean(),
  /** It draws: it is ready, and its licence is one that the owner allows. */
  used: z.boolean(),
  /** As `OfferedFamily` has them. Absent in what a worker wrote down before they were told. */
  told: OfferedFamily.shape.told.optional(),
  negative: OfferedFamily.shape.negative.optional(),
  /** File of its model; null without one. */
  model: text(1_000).nullable(),
  missing: z.array(MissingPart),
});
export type EngineFamily = z.infer<typeof EngineFamily>;

/** One server of an engine, as a worker sees it. */
export const EngineServer = z.object({
  /** Follows from the address and tells nothing about it. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  engine: EngineName,
  /** Host and port, without credentials. */
  label: text(255),
  /** `refused`: it answers, but is too old or lacks what every picture needs. */
  state: z.enum(['offline', 'checking', 'ready', 'busy', 'draining', 'refused']),
  level: EngineLevel.nullable(),
  version: text(64).nullable(),
  devices: z.array(z.object({ name: text(255), memory_total: z.number(), memory_free: z.number() })),
  checkpoint: text(1_000).nullable(),
  checkpoints: z.array(text(1_000)),
  can_upscale: z.boolean(),
  /** Jobs in its queue: ours, and of others. */
  jobs: z.object({ ours: z.number().int(), foreign: z.number().int() }),
  /** Of SDXL. */
  missing: z.array(MissingPart),
  /** By preference. Empty in what a worker wrote down before there was more than one. */
  families: z.array(EngineFamily).max(32).default([]),
  /** Classes of nodes that it has not, by the operator's own graph that needs them. */
  workflows_lacking: z.record(text(255), z.array(text(255))),
  /** Newest first, at most 10; without secrets. */
  errors: z.array(z.object({ at: z.string(), code: z.string(), detail: text(2_000) })),
});
export type EngineServer = z.infer<typeof EngineServer>;

/** An operator's own graph: why it cannot be used, or null when it can. */
export const WorkflowReport = z.object({
  name: text(255),
  error: text(2_000).nullable(),
});
export type WorkflowReport = z.infer<typeof WorkflowReport>;

/** GET /api/staff/engines/ */
export const EnginesBody = z.object({
  servers: z.array(EngineServer.extend({ seen_at: z.string(), test: EngineTest.nullable() })),
  /** With the classes of nodes that keep every ready server from drawing it: those of the server that lacks the fewest. */
  workflows: z.array(WorkflowReport.extend({ lacking: z.array(text(255)) })),
});
export type EnginesBody = z.infer<typeof EnginesBody>;
