import { describeFailure } from '../../app/texts/describe-failure.ts';
import { english } from '../../app/texts/english.ts';
import { AppError, type Failure } from '../../contract/failure.ts';
import type { RecipeReason } from '../../contract/files/recipe-picture.ts';
import { isDiskFull, isDiskReadOnly, PlainError } from '../../server/process/setup-error.ts';
import { EngineDied } from '../../server/renders/engines/engine.ts';
import { UsageError } from '../options/usage-error.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { WorkError } from './work-error.ts';

/** What is said of a page that keeps things, and of money: here there is neither. */
const OF_A_PAGE = / (Nothing was changed\.|What is missing costs nothing; try again\.)/g;

const RECIPE: Readonly<Record<RecipeReason, string>> = {
  'not-a-png': 'carries no recipe of Vitrine',
  none: 'carries no recipe of Vitrine',
  'too-large': 'is larger than a picture with a recipe can be',
  damaged: 'carries a recipe that is damaged',
  'other-version': 'carries a recipe of another version of Vitrine',
};

/** What a command failed with: a code for programs, and one sentence for people. */
export interface ToldError {
  readonly code: string;
  readonly message: string;
  /** 2 for what must be called differently, 1 for what could not be done. */
  readonly exitCode: 1 | 2;
}

export function describeError(error: unknown): ToldError {
  if (error instanceof UsageError) return { code: 'usage', message: error.message, exitCode: 2 };
  if (error instanceof WorkError) return { code: 'incomplete', message: error.message, exitCode: 1 };
  if (error instanceof PlainError) return { code: 'setup', message: error.message, exitCode: 1 };
  if (error instanceof RemoteError) return { code: error.code, message: error.message, exitCode: 1 };
  if (error instanceof AppError) {
    return { code: error.failure.code, message: describe(error.failure), exitCode: 1 };
  }
  if (error instanceof EngineDied) {
    return {
      code: 'engine-died',
      message: 'The engine ended in the middle of a picture: try again.',
      exitCode: 1,
    };
  }
  if (isDiskFull(error)) return { code: 'disk-full', message: 'The disk is full.', exitCode: 1 };
  if (isDiskReadOnly(error))
    return { code: 'disk-read-only', message: 'The disk takes no writes.', exitCode: 1 };
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown };
  if (typeof code === 'string' && typeof path === 'string') {
    return { code: code.toLowerCase(), message: `${path} cannot be read or written (${code}).`, exitCode: 1 };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'bug', message, exitCode: 1 };
}

function describe(failure: Failure): string {
  if (failure.code === 'recipe-unreadable') return `“${failure.name}” ${RECIPE[failure.reason]}.`;
  if (failure.code === 'engine-unavailable') return 'The engine is not built: run “npm run build” first.';
  return describeFailure(english, failure).replace(OF_A_PAGE, '');
}
