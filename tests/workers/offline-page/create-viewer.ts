/** Named like a part of the product that is not precached. */
export const word = 'fetched later';
