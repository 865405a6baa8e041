/** Names of pictures as cameras, telephones and programs write them, and as nothing here reads them by themselves. */
export const FOREIGN_PICTURE = /\.(?:exr|tiff?|tga|avif|bmp|gif|hei[cf]|jxl|psd)$/i;
