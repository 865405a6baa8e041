import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedRandom } from '../tests/support/fault-rig/seeded-random.ts';
import { keepPage } from './support/keep-failures.ts';
import { type Claims, openClaims } from './support/soak/claims.ts';
import { STUCK } from './support/soak/device.ts';
import { editAtRandom } from './support/soak/edits.ts';
import { chooseFault, mend } from './support/soak/faults.ts';
import { comeToRest, openSession, type Session } from './support/soak/session.ts';

/**
 * A working session on two devices in which one thing after the other breaks, by chance that a seed brings again
 * (`npm run soak -- --faults 1000 --seed 7`): nothing that a page said was safe is lost, and nothing happens twice.
 */

const FAULTS = Number(process.env.SOAK_FAULTS ?? 50);
const SEED = Number(process.env.SOAK_SEED ?? 18);
/** `scripts/soak.mjs` reads here how far it is. */
const PROGRESS = process.env.SOAK_PROGRESS;
/** All is mended, waited for and compared this often. */
const CHECKED_EVERY = 25;
/** What comes to rest does so within this time (I5). */
const REST = { timeout: 300_000, interval: 250 };

let session: Session;
let claims: Claims;
beforeAll(async () => {
  session = await openSession(['A', 'B']);
  claims = openClaims(session.log, session.email, session.folder);
});
afterAll(() => session?.close());

async function check(): Promise<void> {
  const { devices } = session;
  await mend(session);
  await comeToRest(devices);
  for (const device of devices) {
    const page = await device.page();
    const loader = page.getByRole('region', { name: 'Render progress' });
    try {
      await loader.getByRole('status').filter({ hasText: 'Ready' }).waitFor();
    } catch (error) {
      await keepPage(page, device.name);
      const says = (await loader.allInnerTexts()).join(' ').replaceAll('\n', ' ');
      const renders = JSON.stringify(await claims.unfinished());
      throw new Error(`Device ${device.name} says "${says}"; unfinished: ${renders}`, { cause: error });
    }
  }
  await expect
    .poll(async () => {
      await claims.check(await Promise.all(devices.map((device) => device.kept())));
      return true;
    }, REST)
    .toBe(true);
  expect(devices.flatMap(({ errors }) => errors)).toEqual([]);
}

test(`${FAULTS} faults of seed ${SEED}: nothing is lost, and nothing happens twice`, {
  timeout: 300_000 + FAULTS * 20_000,
}, async () => {
  const { devices } = session;
  const random = seedRandom(SEED);
  const happened: string[] = [];
  try {
    for (let number = 1; number <= FAULTS; number += 1) {
      const fault = chooseFault(random);
      const device = devices[random.below(devices.length)]!;
      happened.push(`${number} ${fault.name} (${device.name})`);
      // In the middle of what a person does, and before it.
      const edit = editAtRandom(random, devices, number, claims).catch((error: unknown) => String(error));
      await pause(random.below(300));
      await fault.run(session, device, random);
      const came = await edit;
      if (came !== undefined) happened.push(`  interrupted: ${came.split('\n')[0]}`);
      expect(came ?? '', 'what nobody stopped').not.toMatch(STUCK);
      if (number % CHECKED_EVERY !== 0 && number !== FAULTS) continue;
      await check();
      if (PROGRESS !== undefined) await writeFile(PROGRESS, `${number} of ${FAULTS} faults: all is right`);
    }
  } catch (error) {
    const why = error instanceof Error ? error.stack : String(error);
    throw new Error(`Seed ${SEED}:\n${happened.slice(-40).join('\n')}\n${why}`);
  }
});
