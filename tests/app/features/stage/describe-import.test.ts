import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describeImport } from '../../../../src/app/features/stage/describe-import.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { ModelReport } from '../../../../src/contract/model-report.ts';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { makeBoxes } from '../../../support/box-model.ts';

test.each([
  ['en', 'Studio leaves out pictures in CMYK: “picture 0” of lid.', 'RGB'],
  ['es', 'Studio deja fuera las imágenes en CMYK: «picture 0» de lid.', 'RGB'],
] as const)(
  'pictures that Studio leaves out are named at the import: %s',
  async (language, sentence, hint) => {
    const colour = sharp({ create: { width: 4, height: 4, channels: 3, background: '#ff8000' } });
    const texture = await colour.toColourspace('cmyk').jpeg().toBuffer();
    const glb = makeBoxes([{ name: 'lid', size: [1, 1, 1], centre: [0, 0, 0], texture }]);
    const report = await inspectModel(new Blob([glb as Uint8Array<ArrayBuffer>]));
    const row = { name: 'box.glb', report: report as ModelReport };
    const said = describeImport(textsOf(language), { row, name: row.name, ambiguous: [], passedOver: [] });
    expect(said).toEqual([
      { kind: 'warning', title: sentence, message: expect.stringContaining(hint) as string },
    ]);
  },
);
