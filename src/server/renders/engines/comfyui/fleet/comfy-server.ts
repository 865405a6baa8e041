import type { EngineServer } from '../../../../../contract/http/engines.ts';
import type { ServerProfile } from '../graph/parts.ts';
import type { Lease } from '../job/job-registry.ts';
import type { JobSign } from '../job/job-signs.ts';
import type { ComfyHttp } from './comfy-http.ts';
import type { ServerAddress } from './server-address.ts';

/** One server, watched for as long as the engine is open. */
export interface ComfyServer {
  readonly address: ServerAddress;
  readonly http: ComfyHttp;
  state(): EngineServer['state'];
  /** Null until it was read once. */
  profile(): ServerProfile | null;
  jobs(): { ours: number; foreign: number };
  /** It can take a job of ours now. */
  hasRoom(): boolean;
  /** It answers and can draw. */
  isThere(): boolean;
  hasBeenSeen(): boolean;
  take(): Lease;
  /** Names on the server by hash of the pictures it has, until it forgets them. */
  readonly uploads: Map<string, string>;
  /** File of the model that its last job drew with: it is loaded. */
  lastModel: string | null;
  clientId(): string;
  /** Hears of a job that another process has handed in, unless jobs of this one would not be heard of then. */
  listenAs(clientId: string): void;
  follow(promptId: string, listener: (sign: JobSign) => void): () => void;
  /** Looks at its queue now. */
  look(): void;
  /** It has just failed somebody: nothing is given to it before it has answered again. */
  doubt(): void;
  /** Reads anew what it can do. */
  renewProfile(signal: AbortSignal): Promise<void>;
  /** Ends a job in the background, see `abandonJob`. */
  abandon(promptId: string, mayArrive: boolean): void;
  /** Takes a job that has ended out of its history, in the background. */
  forget(promptId: string): void;
  /** Keeps what went wrong, for staff. */
  note(code: string, detail: string): void;
  errors(): EngineServer['errors'];
  close(): Promise<void>;
}
