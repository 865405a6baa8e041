/** Credits of one image of an order. The shares of all images add up to the price, whatever the rounding. */
export function priceOfImage(price: number, images: number, batchIndex: number): number {
  return Math.floor((price * (batchIndex + 1)) / images) - Math.floor((price * batchIndex) / images);
}
