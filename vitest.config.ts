import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** How long is asked again until it is so: what draws in software on a busy machine takes its time. A second is usual. */
const PATIENCE = { timeout: 300_000 };

/**
 * Two projects: `unit` mirrors src/, `e2e` holds one file per story, driven in Chromium against the built product.
 * The global set-up of `unit` starts one PostgreSQL; every test file makes its own database in it.
 */
export default defineConfig({
  test: {
    // `npm test` says for each of its parts how many at once; a project's own number would win over that.
    maxWorkers: 2,
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: [
            'tests/support/close-loaders.ts',
            'tests/support/fake-indexed-db.ts',
            'tests/support/load-texts.ts',
            'tests/support/running-apps.ts',
          ],
          pool: 'forks',
          // Files leave nothing behind and share the two processes: what they import is read once, and there is one
          // Chromium for each.
          isolate: false,
          testTimeout: 900_000,
          hookTimeout: 900_000,
          expect: { poll: PATIENCE },
        },
      },
      {
        test: {
          name: 'e2e',
          // A measurement, or what is kept of a version, that starts what stories start (`npm run bench:scale`, `keep:version`).
          include: [process.env.BENCH ? `e2e/${process.env.BENCH}.bench.ts` : 'e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          setupFiles: ['e2e/support/watch-failures.ts'],
          pool: 'forks',
          // Stories share nothing but the browser of their process, see e2e/support/browser.ts.
          isolate: false,
          // Stories wait for events, never for time.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          expect: { poll: PATIENCE },
        },
      },
    ],
  },
});
