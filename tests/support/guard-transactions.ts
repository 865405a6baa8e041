import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../src/server/db/database.ts';
import type { Services } from '../../src/server/open-services.ts';
import type { Engines, RenderEngine } from '../../src/server/renders/engines/engine.ts';

/** Services that refuse to work while the call that asks them has a transaction open. */
export interface GuardedServices {
  readonly services: Services;
  /** What was asked inside a transaction, by its name. */
  readonly offences: readonly string[];
}

/** What no transaction may wait for: files, pictures, models, and what engines are asked. */
export function guardTransactions({ db }: Database, services: Services): GuardedServices {
  const open = new AsyncLocalStorage<{ isOpen: boolean }>();
  const offences: string[] = [];
  const transaction = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const mark = { isOpen: true };
    try {
      return await transaction((tx) => open.run(mark, () => work(tx)), config);
    } finally {
      mark.isOpen = false;
    }
  };
  const guard = <Api extends object>(api: Api, label: string, names?: readonly string[]): Api =>
    new Proxy(api, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || (names !== undefined && !names.includes(String(name))))
          return value;
        return (...args: unknown[]) => {
          if (open.getStore()?.isOpen === true) {
            const offence = `${label}.${String(name)} inside a transaction`;
            offences.push(offence);
            throw new Error(offence);
          }
          return value.apply(target, args) as unknown;
        };
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
    services: {
      ...services,
      engines,
      storage: guard(services.storage, 'storage'),
      pictures: guard(services.pictures, 'pictures'),
      models: guard(services.models, 'models'),
    },
  };
}
