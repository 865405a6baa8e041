import type { Folders } from './folders.ts';
import type { Picture } from './pictures.ts';

/** What a node has for its work. */
export interface NodeOutside {
  readonly folders: Folders;
  /** Takes its time, unless the file is loaded already. */
  load(file: string): Promise<void>;
  /** One more of `of` steps is done, with a picture to show for it. An interrupt lands here. */
  step(value: number, of: number, show?: () => Picture): Promise<void>;
  save(pictures: readonly Picture[], type: 'temp' | 'output', prefix: string): Promise<object>;
}
/** Outputs by slot; of an output node what it shows. */
export interface NodeResult {
  readonly outputs: readonly unknown[];
  readonly ui?: object;
}
export type Inputs = Record<string, unknown>;
export type Work = (inputs: Inputs, outside: NodeOutside) => Promise<readonly unknown[]> | readonly unknown[];
