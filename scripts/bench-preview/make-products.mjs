import { HOLLOW_PRODUCTS } from './hollow-products.mjs';
import { makeGlb } from './make-glb.mjs';
import { OTHER_PRODUCTS } from './other-products.mjs';

/** Unusual products as shops have them, and what few think of: each with its name. */
export function makeProducts() {
  return Promise.all(
    Object.entries({ ...HOLLOW_PRODUCTS, ...OTHER_PRODUCTS }).map(async ([name, fill]) => ({
      name,
      glb: await makeGlb(fill),
    })),
  );
}
