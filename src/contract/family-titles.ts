/** Families of models that an AI engine draws with, by name, as their makers call them. */
const FAMILY_TITLES: Readonly<Record<string, string>> = {
  'klein-4b': 'FLUX.2 klein 4B',
  'klein-9b': 'FLUX.2 klein 9B',
  'qwen-edit-2511': 'Qwen-Image-Edit-2511',
  'qwen-edit-2509': 'Qwen-Image-Edit-2509',
  'z-image-turbo': 'Z-Image-Turbo',
  'qwen-image': 'Qwen-Image + ControlNet',
  sdxl: 'Stable Diffusion XL',
};

/** Those whose licence does not let pictures be sold. */
const NOT_FOR_SALE: readonly string[] = ['klein-9b'];

/** Whether pictures of a family may be sold. @param name One that this page does not know yet may. */
export function isForSale(name: string): boolean {
  return !NOT_FOR_SALE.includes(name);
}

/** @param name Of a family; one that this page does not know yet is called by its name. */
export function titleOfFamily(name: string): string {
  return FAMILY_TITLES[name] ?? name;
}
