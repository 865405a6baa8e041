/**
 * Where things lie in the packed block, in bytes unless a name says otherwise. This file is compiled twice, by
 * TypeScript and by AssemblyScript, so it holds numbers and nothing else. The block starts with the header:
 * words of 32 bits from byte 0 and doubles from byte {@link HEADER_DOUBLES}. Offsets count from the block's start.
 */
export const HEADER_BYTES = 1024;
export const HEADER_DOUBLES = 512;

/** Header words: byte offsets of the arrays. */
export const H_TREE = 0;
export const H_TRIANGLES = 8;
export const H_TRIANGLE_MATERIALS = 12;
export const H_VERTICES = 16;
/** 0 when absent, like the two that follow. */
export const H_UV1 = 20;
export const H_TANGENTS = 24;
export const H_COLOURS = 28;
export const H_MATERIALS = 32;
export const H_TEXTURES = 36;
export const H_BYTE_TABLES = 40;
export const H_SKY = 44;
export const H_SKY_MARGINAL = 48;
export const H_SKY_MARGINAL_GUIDE = 52;
export const H_SKY_ROWS = 56;
export const H_SKY_ROW_GUIDES = 60;
export const H_ENERGY = 64;
export const H_SHEEN_ENERGY = 68;
/** Header words: counts and switches. */
export const H_SKY_WIDTH = 72;
export const H_SKY_HEIGHT = 76;
export const H_WIDTH = 80;
export const H_HEIGHT = 84;
export const H_MAX_BOUNCES = 88;
/** 0 both, 1 sampling of the light alone, 2 of the surface alone. */
export const H_ESTIMATOR = 92;
export const H_HAS_FLOOR = 96;
/** 1 when some material lets light through, so that shadow rays must look twice. */
export const H_HAS_SEE_THROUGH = 100;
/** Bytes of the accumulation that follows the block, and of the block itself. */
export const H_BLOCK_BYTES = 104;
/** 1 when library textures lie in a frame of their own, {@link D_TEXTURE_FROM_STAGE}. */
export const H_HAS_TEXTURE_FRAME = 108;
/** As {@link H_UV1}, for the sets that few files have. */
export const H_UV2 = 112;
export const H_UV3 = 116;
/**
 * Triangles that shine, brightest kinds only: numbers, then the running sum of their shares of all that light as floats.
 * 0 when there are none.
 */
export const H_LAMPS = 120;
export const H_LAMP_SHARES = 124;
/** Per triangle of the scene, a float: density with which a point of it is picked, in one over square stage units. */
export const H_LAMP_DENSITIES = 128;
export const H_LAMP_COUNT = 132;
/** Area lights, 0 when there are none, and how many. */
export const H_AREA_LIGHTS = 136;
export const H_AREA_LIGHT_COUNT = 140;
/**
 * What they light the floor with where nothing stands: rgb floats, {@link FLOOR_LIGHT_SIDE} squared, {@link D_FLOOR_CELL}
 * apart about the floor's centre.
 */
export const H_FLOOR_LIGHT = 144;
/** {@link PIXEL_FILTER_STEPS} + 1 floats: how far from its middle a pixel is looked at, see `scene/pixel-filter.ts`. */
export const H_PIXEL_FILTER = 148;
/** Some glass is solid: light reaches the floor through it on ways of its own. */
export const H_HAS_SOLID = 152;
/** Labels, 0 when there are none. */
export const H_LABELS = 200;
/** 1 when the floor's reflection is summed by itself too, in a plane of {@link REFLECTION_FLOATS} behind the others. */
export const H_SPLITS_REFLECTION = 256;

/** Lights of the file, which have no size; 0 when there are none, and how many. */
export const H_PUNCTUAL_LIGHTS = 204;
export const H_PUNCTUAL_LIGHT_COUNT = 208;

/** The cyclorama: {@link CYCLORAMA_BYTES} of doubles, then its table. 0 when there is none. */
export const H_CYCLORAMA = 260;

/** Header doubles, as numbers of doubles after {@link HEADER_DOUBLES}. */
export const D_FLOOR_Y = 0;
export const D_FLOOR_COLOUR = 1;
export const D_FLOOR_REFLECTION = 4;
/** Centre x, z and squared radius of the disc in which the product can change the floor. */
export const D_FLOOR_CENTRE_X = 5;
export const D_FLOOR_CENTRE_Z = 6;
export const D_FLOOR_RADIUS_SQUARED = 7;
export const D_FLOOR_IRRADIANCE = 8;
/** Radiance above which an indirect contribution is scaled down. */
export const D_CLAMP = 11;
export const D_CAMERA_POSITION = 12;
export const D_CAMERA_FORWARD = 15;
/** Right and up, already times the half extents of the picture at distance 1. */
export const D_CAMERA_RIGHT = 18;
export const D_CAMERA_UP = 21;
/** Radiance of a white unlit surface: floor irradiance over pi, mean of the channels' luminance. */
export const D_WHITE = 24;
/** Distance by which a ray starts off its surface, stage units. */
export const D_OFFSET = 25;
/** Stage frame to texture frame: three columns, then the translation. */
export const D_TEXTURE_FROM_STAGE = 26;
/** Texture frame to stage frame: three columns. */
export const D_TEXTURE_TO_STAGE = 38;
/** Luminance of what arrives of the whole sky on a surface, in the middle: its weight beside the area lights. */
export const D_SKY_POWER = 47;
export const D_FLOOR_CELL = 48;
/** Squared radius about the floor's centre within which the floor hides lights that hang below it. */
export const D_TABLE_RADIUS_SQUARED = 60;
/** Right and up of the lens, times the radius of its aperture; and how far before it the sharp plane stands, 0: a pinhole. */
export const D_LENS_RIGHT = 50;
export const D_LENS_UP = 53;
export const D_FOCUS_DISTANCE = 56;
/** Squared roughness of the floor's reflection. */
export const D_FLOOR_ALPHA = 61;

/**
 * BVH4 node: min x, y, z then max x, y, z of four children (16 bytes each), then four child words: where in the tree the
 * child begins, in bytes; of a leaf the same below zero; 0 for none. The root is at 0.
 */
export const NODE_BYTES = 128;
export const NODE_CHILDREN = 96;
/** Leaf: corner, first edge, second edge (x, y, z each) of four triangles, then four triangle words. */
export const LEAF_BYTES = 160;
export const LEAF_TRIANGLES = 144;
/** Set in a leaf's triangle word when the triangle may let light through. An empty lane is -1. */
export const SEE_THROUGH_BIT = 0x40000000;
/**
 * The sign, set when the triangle is opaque and single-sided: light from behind does not meet it. Left out of closed
 * surfaces, where it would make no difference but cost shadow rays 3 %: they would end at the far wall.
 */
export const ONE_SIDED_BIT = -0x80000000;
/** Set when a ray that is seen as it is does not meet the triangle from behind: it is single-sided, and not of a solid. */
export const CULLED_BIT = 0x20000000;
export const TRIANGLE_MASK = 0x1fffffff;
/**
 * Which triangles a ray passes: none; those of ONE_SIDED_BIT whose back is turned to where it goes, as it is the light's; those
 * of CULLED_BIT whose back is turned to where it comes from, as it is the eye's.
 */
export const PASSES_NONE = 0;
export const PASSES_TO_LIGHT = 1;
export const PASSES_FROM_EYE = 2;
/** Left shift that makes CULLED_BIT the sign. */
export const CULLED_SHIFT = 2;

/** Area light, in numbers of doubles: middle, half extents, the two that make a point of them -1 to 1, its direction. */
export const AREA_LIGHT_BYTES = 232;
export const A_CENTRE = 0;
export const A_RIGHT = 3;
export const A_UP = 6;
export const A_TO_RIGHT = 9;
export const A_TO_UP = 12;
export const A_FRONT = 15;
export const A_RADIANCE = 18;
/** Luminance of its radiance times its area: its weight beside the others, over the square of the way to it. */
export const A_POWER = 21;
export const A_AREA = 22;
export const A_IS_OCTAGON = 23;
/** Place of its pattern in `GOBO_PATTERNS`; where that is sharp, from the light; half extents in units of the pattern there. */
export const A_GOBO = 24;
export const A_GOBO_REACH = 25;
export const A_GOBO_WIDTH = 26;
export const A_GOBO_HEIGHT = 27;
/** 1: flags keep it from the cyclorama. */
export const A_IS_FLAGGED = 28;

/**
 * Light without a size, in numbers of doubles: where it is, its direction, irradiance of what faces it (of one that is not far
 * away a stage unit from it), and what follows.
 */
export const PUNCTUAL_LIGHT_BYTES = 160;
export const P_POSITION = 0;
export const P_DIRECTION = 3;
export const P_IRRADIANCE = 6;
/** Luminance of its irradiance. */
export const P_POWER = 9;
/** 1: endlessly far away. */
export const P_IS_FAR = 10;
/** One over its square; 0 for none. */
export const P_RANGE = 11;
/** Its cone lets (cosine * scale + offset) squared through, between 0 and 1; 0 and 1 for none. */
export const P_CONE_SCALE = 12;
export const P_CONE_OFFSET = 13;
/** Where the floats of its profile are, in bytes from the first light (`light/light-profile.ts`); 0 for none. */
export const P_PROFILE = 14;
export const P_PROFILE_COLUMNS = 15;
/** Across its direction, where the profile's horizontal angles begin. */
export const P_RIGHT = 16;
/**
 * Vertical angles of a profile, 0 to 180 degrees from the light's direction: half a degree is what narrow spots are
 * measured in.
 */
export const PROFILE_ROWS = 361;

/**
 * Cyclorama, in numbers of doubles: middle of the product, which way right and front are (x and z each), one over its radius. What
 * follows counts that radius: how far behind it the wall stands, and where the curve begins, along the front.
 */
export const CYCLORAMA_BYTES = 128;
export const C_MIDDLE_X = 0;
export const C_MIDDLE_Z = 1;
export const C_RIGHT_X = 2;
export const C_RIGHT_Z = 3;
export const C_FRONT_X = 4;
export const C_FRONT_Z = 5;
export const C_SCALE = 6;
export const C_WALL = 7;
export const C_START = 8;
/**
 * Its table: rgb floats of the radiance that leaves it where nothing stands before it. An entry stands at t / (1 - |t|) of a
 * length, where t goes evenly from -1 to 1: this many along both ways, and radii in which half of each half of them lies.
 */
export const CYCLORAMA_COLUMNS = 96;
export const CYCLORAMA_ROWS = 128;
export const CYCLORAMA_ACROSS: number = 4.0;
export const CYCLORAMA_ALONG: number = 5.0;

/** One over the share of all lights from which on every sample of a floor asks for a light; one of less is asked more seldom. */
export const ASK_AT: number = 8.0;

/** Places along a side of the floor's light. */
export const FLOOR_LIGHT_SIDE = 65;
export const PIXEL_FILTER_STEPS = 256;

/**
 * Label, in numbers of doubles: where its frame begins, right, up and normal (`contract/scene/label.ts`), the four that make
 * coordinates of the picture of its s and t, and what follows; as doubles the words, too.
 */
export const LABEL_BYTES = 192;
export const K_ORIGIN = 0;
export const K_RIGHT = 3;
export const K_UP = 6;
export const K_NORMAL = 9;
/** u = 1/2 + first * s + second * t; v, downwards, = 1/2 + third * s + fourth * t. */
export const K_TO_PICTURE = 12;
export const K_DEPTH = 16;
/** 0: it is flat. */
export const K_RADIUS = 17;
export const K_OPACITY = 18;
export const K_TEXTURE = 19;
export const K_FINISH = 20;
export const K_HAS_UNDERPRINT = 21;
/** Finishes, in the order of `LABEL_FINISHES`. */
export const FINISH_MATT = 1;
export const FINISH_GLOSS = 2;
export const FINISH_FOIL = 3;

/** Vertex: position, normal, uv0 as floats. */
export const VERTEX_BYTES = 32;

/**
 * Texture record: words offset, width, height, then {@link TEXTURE_IS_SRGB} and the other flags. Smaller levels follow the
 * texels, each half as wide and high as the one before, rounded down but never to 0.
 */
export const TEXTURE_BYTES = 16;
export const TEXTURE_IS_SRGB = 1;
export const TEXTURE_IS_NEAREST = 2;
/** Wrap of u in two bits from 4, of v from 16: 0 repeat, 1 mirror, 2 clamp. */
export const TEXTURE_WRAP_S_SHIFT = 2;
export const TEXTURE_WRAP_T_SHIFT = 4;
/** How many smaller levels there are, in four bits. */
export const TEXTURE_LEVELS_SHIFT = 6;
export const TEXTURE_LEVELS_MOST = 15;

/** Material record: floats and words, then one slot record per map. */
export const MATERIAL_BYTES = 832;
export const M_BASE = 0;
export const M_ALPHA = 12;
export const M_CUTOFF = 16;
/** Word: the F_ flags. */
export const M_FLAGS = 20;
export const M_METALNESS = 24;
export const M_ROUGHNESS = 28;
export const M_EMISSIVE = 32;
export const M_NORMAL_SCALE = 44;
export const M_OCCLUSION = 48;
export const M_IOR = 52;
/** ((ior - 1) / (ior + 1)) squared. */
export const M_F0 = 56;
export const M_SPECULAR = 60;
export const M_SPECULAR_COLOUR = 64;
export const M_CLEARCOAT = 76;
export const M_CLEARCOAT_ROUGHNESS = 80;
export const M_SHEEN_COLOUR = 84;
export const M_SHEEN_ROUGHNESS = 96;
export const M_TRANSMISSION = 100;
/** Halvings of light per channel and stage unit: -log2(attenuation colour) / attenuation distance. */
export const M_ABSORPTION = 104;
/** Triplanar: word texture, floats tile size, bump height, cosine and sine of the rotation. */
export const M_TRIPLANAR_TEXTURE = 116;
export const M_TRIPLANAR_TILE = 120;
export const M_TRIPLANAR_BUMP = 124;
export const M_TRIPLANAR_COSINE = 128;
export const M_TRIPLANAR_SINE = 132;
/** Triplanar maps after the slots: words texture, -1 is none. */
export const M_TRIPLANAR_NORMAL = 552;
export const M_TRIPLANAR_ROUGHNESS = 556;
export const M_CLEARCOAT_NORMAL_SCALE = 560;
/** Cosine and sine of the direction follow. */
export const M_ANISOTROPY = 564;
/** Index, least and greatest thickness in nm follow. */
export const M_IRIDESCENCE = 576;
export const M_DISPERSION = 592;
/** Slots: word texture (-1 is none), word uv set, six floats of the transform. */
export const SLOT_BYTES = 32;
export const S_BASE = 136;
export const S_METAL_ROUGH = 168;
export const S_NORMAL = 200;
export const S_OCCLUSION = 232;
export const S_EMISSIVE = 264;
export const S_TRANSMISSION = 296;
export const S_CLEARCOAT = 328;
export const S_CLEARCOAT_ROUGHNESS = 360;
export const S_CLEARCOAT_NORMAL = 392;
export const S_SHEEN_COLOUR = 424;
export const S_SHEEN_ROUGHNESS = 456;
export const S_SPECULAR = 488;
export const S_SPECULAR_COLOUR = 520;
export const S_ANISOTROPY = 596;
export const S_IRIDESCENCE = 628;
export const S_IRIDESCENCE_THICKNESS = 660;
/** Share of diffuse light that comes out on the other side; its colour follows. */
export const M_DIFFUSE_TRANSMISSION = 692;
export const M_DIFFUSE_ROUGHNESS = 708;
export const S_DIFFUSE_TRANSMISSION = 712;
export const S_DIFFUSE_TRANSMISSION_COLOUR = 744;
export const S_DIFFUSE_ROUGHNESS = 776;

/** Material flags. */
export const F_MASK = 1;
export const F_BLEND = 2;
export const F_DOUBLE_SIDED = 4;
export const F_UNLIT = 8;
/** Transmission above 0, and the closed solid (thickness above 0) that refracts. */
export const F_TRANSMISSIVE = 16;
export const F_SOLID = 32;
/** Anything that may let a shadow ray pass. */
export const F_SEE_THROUGH = 64;
export const F_ANISOTROPIC = 128;
/** Diffuse transmission above 0, and the closed body (thickness above 0) that light is scattered into by it. */
export const F_TRANSLUCENT = 256;
export const F_DENSE = 512;
/** It is the cyclorama's, whose light is known but for what the product changes. */
export const F_CYCLORAMA = 1024;
/** From this bit on: which labels lie on it, a bit for each. */
export const F_LABELS_SHIFT = 24;

/** Directional albedo tables: 32 cosines by 32 roughnesses. Energy has two floats per entry, sheen one. */
export const ENERGY_SIZE = 32;

/**
 * Floats per pixel of the accumulation: object 4, floor 4, albedo 3, normal 3, luminance squared 1, floor squared 1,
 * samples 1, luminance of half of the samples 1, of the floor's 1, veiled samples 1, squares of their albedo 1 and of their
 * cover 1.
 */
export const ACCUMULATION_FLOATS = 22;
/**
 * Sine of the angle below the horizon from which a floor is floor alone. Above it passes into the surroundings, mirrored, as a
 * studio's sweep does: else everything smooth would show the horizon as a line.
 */
export const HORIZON_SINE = 0.12;
/** Floats per pixel of the reflection's own plane, where there is one. */
export const REFLECTION_FLOATS = 4;

/** Memory of a kernel: one scratch block per worker, then the packed block. */
export const SCRATCH_START = 1024;
export const SCRATCH_BYTES = 8192;
export const MAX_WORKERS = 64;
export const BLOCK_START = 525312;
/** Scratch: the traversal stack, then 64 bytes for lanes, then shares of lights at two points, then results of rays. */
export const SCRATCH_LANES = 6144;
export const SCRATCH_LIGHTS = 6272;
export const SCRATCH_PICKED = 6400;
export const SCRATCH_RAYS = 6528;
/** Area lights of a scene: what the shares have room for. */
export const AREA_LIGHTS_MAX = 16;
