import { existsSync, openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import {
  describeDrawn,
  describeImport,
  describeUnsupported,
} from '../../../../src/app/features/stage/describe-import.ts';
import { describeLoadError } from '../../../../src/app/features/stage/describe-load-failure.ts';
import { guessName } from '../../../../src/app/features/stage/given-files.ts';
import { type ImportedModel, importModel } from '../../../../src/app/features/stage/import-model.ts';
import { takePicture } from '../../../../src/app/stories/take-picture.ts';
import { errorDetails } from '../../../../src/app/texts/failure-details.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { Texts } from '../../../../src/app/texts/use-texts.ts';
import { isFailure } from '../../../../src/contract/failure.ts';
import { BESIDE_SAMPLES, DRAWN_SAMPLES } from '../../../support/broken-samples.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const SAMPLES = join(import.meta.dirname, '../../../../../shared/samples/broken');
const LANGUAGES = ['en', 'es'] as const;

/** What a person reads when a file is dropped on the empty stage of a new project, in English and in Spanish. */
async function tell(name: string): Promise<{ en: string; es: string; details: string }> {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  await loadActiveProject(app, 7, 'New');
  const paths = [name, ...(name in BESIDE_SAMPLES ? [BESIDE_SAMPLES[name] ?? ''] : [])];
  const files = await Promise.all(
    paths.map(async (path) => ({ path, file: await openAsBlob(join(SAMPLES, path)) })),
  );
  const inBoth = async (say: (texts: Texts) => readonly string[]) => {
    const [en = '', es = ''] = LANGUAGES.map((language) => say(textsOf(language)).join(' '));
    return { en, es, details: '' };
  };
  const shown = (): string[] => app.toasts.queue.visibleToasts.map(({ content }) => content.title);
  if (await takePicture(app, files)) {
    const en = shown().join(' ');
    app.state.shell.language = 'es';
    app.toasts.hush();
    await takePicture(app, files);
    return { en, es: shown().join(' '), details: '' };
  }
  try {
    const imported: ImportedModel = await importModel(app, files, new AbortController().signal);
    return await inBoth((texts) => {
      const said = describeImport(texts, imported).map(({ title, message }) =>
        message === undefined ? title : `${title}. ${message}`,
      );
      const drawn = DRAWN_SAMPLES[name];
      return ['(opens)', ...said, ...(drawn ? describeDrawn(texts, name, drawn) : [])];
    });
  } catch (error) {
    const told = await inBoth((texts) => {
      if (isFailure(error, 'model-incomplete')) {
        const { name: model, missing } = error.failure;
        const { models } = texts.t;
        const needed = missing.flatMap(({ uri, use }) => (use === 'buffer' ? [uri] : []));
        return [
          `${models.missingFor(missing.length, model)}.`,
          models.incomplete,
          models.neededFirst(texts.format.list(needed)),
        ];
      }
      const unsupported = describeUnsupported(texts, guessName(files), error);
      if (unsupported !== null) return [`${unsupported.title}. ${unsupported.message}`];
      return [describeLoadError(texts, guessName(files), error), texts.t.stage.kept];
    });
    return { ...told, details: errorDetails(error) ?? '' };
  }
}

const told = new Map<string, Awaited<ReturnType<typeof tell>>>();
beforeAll(async () => {
  if (!existsSync(SAMPLES)) return;
  for (const name of readdirSync(SAMPLES).sort()) told.set(name, await tell(name));
});

test.skipIf(!existsSync(SAMPLES))('each damaged file is told as it was read and agreed on', async () => {
  const cell = (text: string): string =>
    text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('\u00a0', ' ');
  const rows = [...told].map(
    ([name, { en, es, details }]) => `| ${name} | ${cell(en)} | ${cell(es)} | ${cell(details)} |`,
  );
  const head = ['| File | English | Spanish | Details |', '|---|---|---|---|'];
  await expect(`${[...head, ...rows].join('\n')}\n`).toMatchFileSnapshot('./broken-samples.md');
});

test.skipIf(!existsSync(SAMPLES))(
  'no sentence about a damaged file has the words of a reader of files',
  () => {
    for (const [name, { en, es }] of told) {
      for (const sentence of [en, es]) {
        expect(sentence.replaceAll(name, ''), name).not.toMatch(
          /accessor|buffer|bufferView|JSON|POSITION|index \d|undefined|null|NaN|unknown|desconocid|expected|\[object/,
        );
        expect(sentence, name).toMatch(/^(\(opens\)|.{10,}[.])/);
      }
    }
  },
);
