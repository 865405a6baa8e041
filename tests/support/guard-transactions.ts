import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../src/server/db/database.ts';
import type { Services } from '../../src/server/deps.ts';
import type { Engines, RenderEngine } from '../../src/server/renders/engines/engine.ts';

/** Services that refuse to work while the call that asks them has a transaction open. */
export interface GuardedServices {
  readonly services: Services;
  /** What was asked inside a transaction, by its name. */
  readonly offences: readonly string[];
  /** What was asked, by its name. */
  readonly asked: string[];
}

/**
 * What no transaction may wait for: files, pictures, models, what engines are asked, and a second connection, of which there
 * may be none left.
 */
export function guardTransactions({ db, pool }: Database, services: Services): GuardedServices {
  const open = new AsyncLocalStorage<{ isOpen: boolean }>();
  const offences: string[] = [];
  const asked: string[] = [];
  const transaction = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const mark = { isOpen: true };
    try {
      return await transaction((tx) => open.run(mark, () => work(tx)), config);
    } finally {
      mark.isOpen = false;
    }
  };
  const check = (name: string): void => {
    if (open.getStore()?.isOpen !== true) return;
    const offence = `${name} inside a transaction`;
    offences.push(offence);
    throw new Error(offence);
  };
  const [connect, query] = [pool.connect, pool.query];
  pool.connect = function (this: typeof pool, ...args: unknown[]) {
    check('a second connection');
    return Reflect.apply(connect, this, args);
  } as typeof pool.connect;
  pool.query = function (this: typeof pool, ...args: unknown[]) {
    check('a second connection');
    return Reflect.apply(query, this, args);
  } as typeof pool.query;
  const guard = <Api extends object>(api: Api, label: string, names?: readonly string[]): Api =>
    new Proxy(api, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || (names !== undefined && !names.includes(String(name))))
          return value;
        return (...args: unknown[]) => {
          check(`${label}.${String(name)}`);
          asked.push(`${label}.${String(name)}`);
          return value.apply(target, args) as unknown;
        };
      },
    });
  // Those that wait for the payment provider hold one connection at a time, and the test checkout is in the same database.
  const payments =
    services.payments &&
    new Proxy(services.payments, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => open.exit(() => value.apply(target, args) as unknown);
      },
    });
  const engines: Engines = new Map(
    [...services.engines].map(([name, engine]) => [
      name,
      guard<RenderEngine>(engine, name, ['build', 'check']),
    ]),
  );
  return {
    offences,
    asked,
    services: {
      ...services,
      engines,
      payments,
      storage: guard(services.storage, 'storage'),
      pictures: { workFor: (claim) => guard(services.pictures.workFor(claim), 'pictures') },
      models: guard(services.models, 'models'),
    },
  };
}
