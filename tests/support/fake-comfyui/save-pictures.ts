import type { Folders } from './folders.ts';
import { encodePng, type Picture, slidePicture } from './pictures.ts';
import { addPngTexts } from './png-text.ts';
import type { Item } from './queue.ts';
import type { Switches } from './switches.ts';

/** Writes PNG files as SaveImage and PreviewImage do: numbered, with the graph and what came with it as texts inside. */
export function createSaver(folders: Folders, switches: Pick<Switches, 'slides'>) {
  let saved = 0;
  return async (
    pictures: readonly Picture[],
    type: 'temp' | 'output',
    prefix: string,
    [, , graph, extraData]: Item,
  ): Promise<object> => {
    const images: object[] = [];
    for (const picture of pictures) {
      const filename = `${prefix}_${String(++saved).padStart(5, '0')}_.png`;
      const [slide = 0, ...later] = switches.slides;
      switches.slides = later;
      const texts = { prompt: JSON.stringify(graph), ...readWorkflow(extraData) };
      folders.write(type, filename, addPngTexts(await encodePng(slidePicture(picture, slide)), texts));
      images.push({ filename, subfolder: '', type });
    }
    return { images };
  };
}

function readWorkflow(extraData: Record<string, unknown>): Record<string, string> {
  const info = extraData.extra_pnginfo;
  if (typeof info !== 'object' || info === null) return {};
  return Object.fromEntries(Object.entries(info).map(([key, value]) => [key, JSON.stringify(value)]));
}
