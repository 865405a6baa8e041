import { type Endpoint, expose, transfer, wrap } from 'comlink';
import { AppError, type Failure } from '../contract/failure.ts';

/** How a call ended, in a form that structured cloning keeps whole (Comlink drops an error's own fields). */
type Answer =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'aborted'; readonly message: string }
  | { readonly kind: 'bug'; readonly name: string; readonly message: string; readonly stack: string };

interface CallTarget {
  call(method: string, args: unknown[]): Promise<Answer>;
}

/** An interface that answers elsewhere. */
export interface Remote<T> {
  readonly api: T;
  /** Rejects every call under way and every later one: the other side is gone. */
  fail(reason: Error): void;
}

/**
 * Answers calls made through {@link connect}. AppErrors and AbortErrors keep their kind on the way back. Buffers,
 * ports, bitmaps and canvases that are arguments, results or direct fields of a result are transferred, not copied:
 * empty for the side that gave them away.
 *
 * @param endpoint The worker's own scope when absent.
 */
export function serve(api: object, endpoint?: Endpoint): void {
  const methods = api as Record<string, unknown>;
  const target: CallTarget = {
    async call(method, args) {
      const answer = await settle(async () => {
        const operation = methods[method];
        if (typeof operation !== 'function') throw new Error(`no method ${method}`);
        return operation.apply(api, args) as unknown;
      });
      return answer.kind === 'value' ? transfer(answer, transferablesOf(answer.value)) : answer;
    },
  };
  expose(target, endpoint);
}

/** The calling side of {@link serve}: same methods, all asynchronous. */
export function connect<T extends object>(endpoint: Endpoint): Remote<T> {
  const target = wrap<CallTarget>(endpoint);
  const waiting = new Set<(reason: Error) => void>();
  let gone: Error | null = null;

  const call = (method: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (gone !== null) {
        reject(gone);
        return;
      }
      waiting.add(reject);
      const transferables = args.flatMap((arg) => (isTransferable(arg) ? [arg] : []));
      (target.call(method, transfer(args, transferables)) as Promise<Answer>)
        .then((answer) => resolve(unpack(answer)))
        .catch(reject)
        .finally(() => waiting.delete(reject));
    });

  const api = new Proxy(Object.create(null) as T, {
    get(_target, method) {
      // A promise that resolves to this object asks it for `then`.
      if (typeof method !== 'string' || method === 'then') return undefined;
      return (...args: unknown[]) => call(method, args);
    },
  });
  return {
    api,
    fail(reason) {
      gone = reason;
      for (const reject of waiting) reject(reason);
      waiting.clear();
    },
  };
}

async function settle(operation: () => Promise<unknown>): Promise<Answer> {
  try {
    return { kind: 'value', value: await operation() };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failure', failure: error.failure };
    if (!(error instanceof Error)) return { kind: 'bug', name: 'Error', message: String(error), stack: '' };
    if (error.name === 'AbortError') return { kind: 'aborted', message: error.message };
    return { kind: 'bug', name: error.name, message: error.message, stack: error.stack ?? '' };
  }
}

function unpack(answer: Answer): unknown {
  if (answer.kind === 'value') return answer.value;
  if (answer.kind === 'failure') throw new AppError(answer.failure);
  if (answer.kind === 'aborted') throw new DOMException(answer.message, 'AbortError');
  throw Object.assign(new Error(answer.message), { name: answer.name, stack: answer.stack });
}

function transferablesOf(value: unknown): Transferable[] {
  if (isTransferable(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter(isTransferable);
}

/** By tag, since not every browser knows every one of these classes. */
const TRANSFERABLE_TAGS = ['ArrayBuffer', 'MessagePort', 'ImageBitmap', 'OffscreenCanvas'];

function isTransferable(value: unknown): value is Transferable {
  return TRANSFERABLE_TAGS.includes(Object.prototype.toString.call(value).slice(8, -1));
}
