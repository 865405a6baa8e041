import type { Incident } from './switches.ts';

/** What happened, to read and to wait for. */
export interface Journal {
  note(incident: Incident): void;
  read(): readonly Incident[];
  clear(): void;
  /** Resolves once `count` incidents have these fields, with the last of them. */
  until(fields: Record<string, unknown>, count: number): Promise<Incident>;
}

export function createJournal(): Journal {
  const incidents: Incident[] = [];
  const waiting = new Set<() => void>();
  return {
    note(incident) {
      incidents.push(incident);
      for (const look of [...waiting]) look();
    },
    read: () => incidents,
    clear: () => void incidents.splice(0),
    until: (fields, count) =>
      new Promise((resolve) => {
        const look = () => {
          const found = incidents.filter((incident) => hasFields(incident, fields))[count - 1];
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

function hasFields(incident: object, fields: Record<string, unknown>): boolean {
  const told: Record<string, unknown> = { ...incident };
  return Object.entries(fields).every(([name, value]) => told[name] === value);
}
