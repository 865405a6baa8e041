import type { RenderBody } from '../../../contract/http/renders.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { LateTexts } from '../../texts/catalogue.ts';
import { viewOf } from '../../values/view-of.ts';

/** A picture that belongs to a render. */
export interface DetailPicture {
  /** Which one it is; two may be the same file. */
  readonly key: string;
  readonly name: string;
  readonly address: string;
  /** Width by height. */
  readonly aspect: number;
}

/** What the details of a render show, and its full screen goes through in this sequence. */
export interface DetailPictures {
  readonly snapshots: readonly DetailPicture[];
  readonly outputs: readonly DetailPicture[];
  readonly masks: readonly DetailMask[];
}

/** A mask, and what its material was painted with; null for the file's own. */
export interface DetailMask {
  readonly maskName: string;
  readonly materialName: string;
  readonly isKept: boolean;
  readonly mask: DetailPicture;
  readonly material: DetailPicture | null;
}

/**
 * @param passes Addresses of the recipe's files by hash, as far as they are known.
 * @param nameOf A material's name in the page's language; undefined for what is not in the library any more.
 */
export function listPictures(
  render: RenderBody,
  passes: Readonly<Record<string, string>>,
  nameOf: (libraryId: number) => string | undefined,
  { gallery }: Pick<LateTexts, 'gallery'>,
): DetailPictures {
  const { recipe } = render;
  const aspect = recipe.widthPx / recipe.heightPx;
  const show = (key: string, name: string, address: string | null | undefined): DetailPicture[] =>
    address ? [{ key, name, address, aspect }] : [];
  const passOf = (hash: ContentHash | null) => (hash === null ? null : passes[hash]);
  return {
    snapshots: [
      ...show('snapshot', gallery.viewerSnapshot, render.viewer_snapshot_url),
      ...show('outline', gallery.outlineSnapshot, render.outline_snapshot_url),
      ...show('depth', gallery.depth, passOf(recipe.passes.depth)),
      ...show('normal', gallery.normal, passOf(recipe.passes.normal)),
    ],
    outputs: render.output_images.map((image, index) => ({
      key: `output-${index}`,
      name: render.output_images.length === 1 ? gallery.output : gallery.outputOf(index + 1),
      address: viewOf(image),
      aspect: image.width / image.height,
    })),
    masks: render.applied_masks.map((mask, index): DetailMask => {
      const spec = recipe.masks[index];
      const isKept = spec?.isLocked === true;
      const dressing = recipe.scene.dressings.find(
        (each) => each.kind === 'library' && each.textureHash === spec?.materialImageHash,
      );
      const id = dressing?.kind === 'library' ? dressing.libraryId : null;
      // Of all that is kept there is one mask, with several names.
      const materialName = (isKept || id === null ? undefined : nameOf(id)) ?? mask.material_name;
      const address = mask.material_image_url;
      return {
        maskName: mask.mask_name,
        materialName,
        isKept,
        mask: {
          key: `mask-${index}`,
          name: gallery.maskOf(materialName),
          address: mask.mask_image_url,
          aspect,
        },
        material:
          address === null
            ? null
            : { key: `material-${index}`, name: gallery.materialOf(materialName), address, aspect: 1 },
      };
    }),
  };
}

/** All of them in one row. */
export function inSequence({ snapshots, outputs, masks }: DetailPictures): DetailPicture[] {
  return [
    ...snapshots,
    ...outputs,
    ...masks.flatMap(({ mask, material }) => (material === null ? [mask] : [mask, material])),
  ];
}
