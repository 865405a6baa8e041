/** A draft of the Khronos Group has the first name; Babylon.js reads the second with the same properties. */
export const DIFFUSE_ROUGHNESS = [
  'EXT_materials_diffuse_roughness',
  'KHR_materials_diffuse_roughness',
] as const;
