import { migrate } from '../../src/server/db/migrate.ts';

await migrate(JSON.parse(process.env.CONNECTION ?? ''), process.env.MIGRATIONS_DIR ?? '');
