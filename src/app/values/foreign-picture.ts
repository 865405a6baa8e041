/** Names of pictures as programs for materials write them, and as nothing here reads them. */
export const FOREIGN_PICTURE = /\.(?:exr|tiff?|tga)$/i;
