import type { ModelFiles } from './object-info/core-classes.ts';
import type { Generation } from './object-info/model-classes.ts';
import type { ComboForm, ServerKind } from './object-info/stored-servers.ts';

/** A fault of one route, told as `POST /prompt`; a path ends at its first variable part: `GET /history`. */
export interface RouteFault {
  readonly route: string;
  /** What it does instead of its work; `swallow` does the work and breaks the connection without an answer. */
  readonly answer: { readonly status: number; readonly text?: string } | 'swallow';
  readonly times: number;
}

/** An exception that a node throws. */
export interface NodeFault {
  /** Id or class. */
  readonly node: string;
  /** `torch.OutOfMemoryError`, `ValueError`… */
  readonly type: string;
  readonly message: string;
  readonly times: number;
  /** Only for a batch of more pictures than this. */
  readonly aboveBatch?: number;
}

/** How the fake behaves; all of it can be changed while it runs. */
export interface Switches {
  /** Sets the version of one: that of October 2025, with its bugs, or one of a year later. */
  generation: Generation;
  /** Up to 0.3.64 it has that one's bugs; above, it behaves as the server of 2026. */
  version: string;
  kind: ServerKind;
  comboForm: ComboForm;
  /** Files of a folder instead of those of the kind. */
  files: Partial<ModelFiles>;
  /** `--preview-method`. */
  previewMethod: 'none' | 'auto';
  /** Milliseconds of a node, a sampler step, loading a file that is not loaded yet (in silence). */
  nodeMs: number;
  stepMs: number;
  loadMs: number;
  /** Milliseconds from `execution_success` to the entry in the history. */
  historyMs: number;
  /** Milliseconds by which a route answers late, after its work is done. */
  slow: Record<string, number>;
  routeFaults: readonly RouteFault[];
  nodeFaults: readonly NodeFault[];
  /** Nodes to stop at until told to go on: id or class, with `@3` before that sampler step. */
  holdAt: readonly string[];
  /** False: an interrupt does not land before the job has ended. */
  interrupts: boolean;
  /** Pixels by which the next pictures that are saved have slid to the right, one after the other. */
  slides: readonly number[];
  /** Open sockets get no message more. */
  isSilent: boolean;
  /** Sockets do not answer a ping. */
  isDeaf: boolean;
  refusesSockets: boolean;
  /** Messages until the sockets break off; null: they hold. */
  breakAfter: number | null;
  /** Milliseconds in which a second socket of 2026 must prove itself. */
  proofMs: number;
  gpu: { readonly name: string; readonly vram_total: number; readonly vram_free: number };
  maxUploadBytes: number;
  /** Headers without which it answers 401, as a proxy before it would. */
  wantsHeaders: Record<string, string>;
}

export const DEFAULTS: Switches = {
  generation: '0.3.64',
  version: '0.3.64',
  kind: 'full',
  comboForm: 'mixed',
  files: {},
  previewMethod: 'auto',
  nodeMs: 1,
  stepMs: 2,
  loadMs: 1,
  historyMs: 5,
  slow: {},
  routeFaults: [],
  nodeFaults: [],
  holdAt: [],
  interrupts: true,
  slides: [],
  isSilent: false,
  isDeaf: false,
  refusesSockets: false,
  breakAfter: null,
  proofMs: 5_000,
  gpu: {
    name: 'cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync',
    vram_total: 25_757e6,
    vram_free: 24_000e6,
  },
  maxUploadBytes: 104_857_600,
  wantsHeaders: {},
};

const VERSIONS = { '0.3.64': '0.3.64', current: '0.38.1' } as const satisfies Record<Generation, string>;

/** A generation stands for its version, where none is named. */
export function readSettings(settings: Partial<Switches>): Partial<Switches> {
  const { generation } = settings;
  return generation === undefined ? settings : { version: VERSIONS[generation], ...settings };
}

/** Things that happen once. */
export type Command =
  /** Sockets end without a close frame. */
  | { readonly do: 'drop-sockets' }
  | { readonly do: 'close-sockets'; readonly code: number }
  /** HTTP and sockets are refused until `accept`; what runs goes on. */
  | { readonly do: 'refuse' }
  | { readonly do: 'accept' }
  /** Forgets queue, history, temp folder and models; refuses connections for a while. */
  | { readonly do: 'restart'; readonly downMs?: number }
  /** The job is in neither queue nor history from now on; without an id all of them. */
  | { readonly do: 'lose-jobs'; readonly promptId?: string }
  | { readonly do: 'forget-uploads' }
  /** Jobs of other people, which take until `finish-foreign`. */
  | { readonly do: 'add-foreign'; readonly numbers: readonly number[] }
  | { readonly do: 'finish-foreign' }
  /** Goes on at a node that `holdAt` holds, and holds there no more. */
  | { readonly do: 'release'; readonly at?: string }
  | { readonly do: 'clear-journal' };

/** What has happened on the server, in order. */
export type Incident =
  | {
      readonly kind: 'request';
      readonly route: string;
      readonly path: string;
      readonly headers: Record<string, string>;
      /** JSON as it came; for an upload its fields. */
      readonly body: unknown;
    }
  | { readonly kind: 'answer'; readonly route: string; readonly status: number }
  | { readonly kind: 'socket-open'; readonly clientId: string }
  | { readonly kind: 'socket-closed'; readonly clientId: string }
  | { readonly kind: 'socket-said'; readonly clientId: string; readonly text: string }
  | { readonly kind: 'queued'; readonly promptId: string }
  | { readonly kind: 'node'; readonly node: string; readonly promptId: string }
  | { readonly kind: 'step'; readonly node: string; readonly step: number; readonly promptId: string }
  | { readonly kind: 'held'; readonly at: string; readonly promptId: string }
  | { readonly kind: 'interrupt'; readonly promptId: string }
  | {
      readonly kind: 'ended';
      readonly promptId: string;
      readonly how: 'success' | 'error' | 'interrupted' | 'lost';
    };

/** `GET /features`, and the answer to a client's own flags. */
export function describeFeatures({ version, maxUploadBytes }: Switches): object {
  return {
    supports_preview_metadata: true,
    max_upload_size: maxUploadBytes,
    ...(isNewer(version) && {
      supports_model_type_tags: true,
      extension: { manager: { supports_v4: true } },
      node_replacements: true,
      assets: false,
    }),
  };
}

/** Whether a version is later than the last one of 2025. */
export function isNewer(version: string): boolean {
  return isAtLeast(version, [0, 3, 65]);
}

export function isAtLeast(version: string, wanted: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  for (const [place, number] of wanted.entries()) {
    if ((parts[place] ?? 0) !== number) return (parts[place] ?? 0) > number;
  }
  return true;
}
