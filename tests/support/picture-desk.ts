import { pictureWork } from '../../src/server/images/picture-work.ts';
import type { Pictures, PictureWorkers } from '../../src/server/images/pictures.ts';
import type { Asked } from '../../src/server/work/work-processes.ts';

/** Picture work in this process, at once. */
export const pictureDesk: PictureWorkers = { workFor: () => work };

const work = new Proxy({} as Asked<Pictures>, {
  get:
    (_none, name: keyof Pictures) =>
    async (...args: unknown[]) => {
      const given = await Promise.all(args.map((value) => (typeof value === 'function' ? value() : value)));
      return Reflect.apply(pictureWork[name], null, given) as unknown;
    },
});
