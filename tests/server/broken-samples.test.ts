import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFailure } from '../../src/app/data/read-failure.ts';
import { describeLoadError } from '../../src/app/features/stage/describe-load-failure.ts';
import { describeFailure } from '../../src/app/texts/describe-failure.ts';
import { failureDetails } from '../../src/app/texts/failure-details.ts';
import { lateTextsOf, textsOf } from '../../src/app/texts/load-texts.ts';
import { AppError, type Failure } from '../../src/contract/failure.ts';
import { failureResponse } from '../../src/server/http/failure-response.ts';
import { type RenderServer, startRenderServer } from '../support/render-server.ts';

const SAMPLES = join(import.meta.dirname, '../../../shared/samples/broken');

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

/** What the page reads in an answer with a failure. */
function cross(failure: Failure): Promise<Failure> {
  const { status, body } = failureResponse(failure);
  return readFailure(Response.json(body, { status }));
}

/** A model that was sent as it is, by a program that looks into nothing. */
async function sendModel(name: string): Promise<Failure | null> {
  const { storage, models } = server.deps.services;
  const { hash } = await storage.put(await readFile(join(SAMPLES, name)));
  try {
    await models.check(hash, AbortSignal.timeout(30_000));
    return null;
  } catch (error) {
    if (error instanceof AppError) return cross(error.failure);
    throw error;
  }
}

/** A picture that was sent to the library of materials. */
async function sendPicture(name: string): Promise<Failure | null> {
  const person = await server.signUp();
  const form = new FormData();
  form.set('name', name);
  form.set('image', new Blob([new Uint8Array(await readFile(join(SAMPLES, name)))]), name);
  const answer = await fetch(`${server.url}/api/material/`, {
    method: 'POST',
    headers: person.headers,
    body: form,
  });
  return answer.ok ? null : readFailure(answer);
}

test.skipIf(!existsSync(SAMPLES))(
  'what the server refuses of the damaged files is told in sentences that were read and agreed on',
  async () => {
    const rows = ['| File | English | Spanish | Details |', '|---|---|---|---|'];
    for (const name of (await readdir(SAMPLES)).sort()) {
      if (/\.(gltf|obj|mtl|bin)$/.test(name)) continue;
      const isModel = name.endsWith('.glb');
      const failure = await (isModel ? sendModel(name) : sendPicture(name));
      const [en, es] = (['en', 'es'] as const).map((language) => {
        const texts = textsOf(language);
        if (failure === null) return '(taken)';
        return isModel
          ? describeLoadError(texts, name, new AppError(failure))
          : lateTextsOf(language).libraries.uploadFailed.material(describeFailure(texts, failure));
      });
      expect(`${en} ${es}`.replaceAll(name, ''), name).not.toMatch(
        /accessor|JSON|POSITION|undefined|null|expected|unknown|desconocid|\[object/,
      );
      const details = failure === null ? '' : (failureDetails(failure) ?? '');
      rows.push(`| ${name} | ${en} | ${es} | ${details} |`.replaceAll('\u00a0', ' '));
    }
    await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./broken-samples.md');
  },
  60_000,
);
