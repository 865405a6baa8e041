import { beginPart } from './span.ts';

/** What of a client of `pg` runs statements: answers by a promise, or calls its last argument. */
interface Runs {
  query: unknown;
}

const STATEMENT_MAX_LENGTH = 1_000;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** A span for each statement of a client within what is under way: its text, in which parameters stand as $1, and no row. */
export function traceStatements(client: Runs): void {
  const query = (client.query as (...given: unknown[]) => unknown).bind(client);
  client.query = (...given: unknown[]): unknown => {
    const text = textOf(given[0]);
    const [verb = 'statement'] = /^\s*\w+/.exec(text)?.[0].trim().toLowerCase().split(' ') ?? [];
    const begun = beginPart(`postgresql ${verb}`, { 'db.system.name': 'postgresql', 'db.query.text': text });
    if (begun === null) return query(...given);
    const last = given.at(-1);
    if (typeof last === 'function') {
      const told: Callback = (error, ...rest) => {
        begun.end(error != null);
        (last as Callback)(error, ...rest);
      };
      return query(...given.slice(0, -1), told);
    }
    const answer = query(...given);
    if (answer instanceof Promise) {
      answer.then(
        () => begun.end(false),
        () => begun.end(true),
      );
    } else begun.end(false);
    return answer;
  };
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text.slice(0, STATEMENT_MAX_LENGTH) : '';
}
