/**
 * `application_name` of connections by which one process knows what others do: it looks for them in `pg_stat_activity`.
 * The name of every connection of ours begins with `vitrine`.
 */
export const SESSION = {
  /** Listens to events, one for each server. */
  events: 'vitrine-events',
  backup: 'vitrine-backup',
  /** Moves rows into another database. */
  move: 'vitrine-move',
  /** Migrates, or waits to. */
  migrations: 'vitrine-migrations',
} as const;
