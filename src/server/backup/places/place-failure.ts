import { PlainError } from '../../process/setup-error.ts';

/** `bucket`: it is not there; `keys`: they may not do this; `full`: no room; `away`: the same may work later; `folder`: a disk does not read it. */
export type PlaceProblem = 'bucket' | 'keys' | 'full' | 'away' | 'folder' | 'other';

/** A store of backups that refuses or does not answer. What it holds may be as whole as ever. */
export class PlaceFailure extends PlainError {
  override readonly name = 'PlaceFailure';
  readonly problem: PlaceProblem;

  constructor(problem: PlaceProblem, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.problem = problem;
  }
}
