/** The specification's own numbers, each with its source. Milliseconds, bytes, pixels and degrees say so. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

// Files and uploads
export const UPLOAD_PART_BYTES = 26_214_400; // S3 9, 25 MiB
export const UPLOAD_PARALLEL_PARTS = 2; // measured: more gain nothing on a line that is full
export const UPLOAD_STALL_MS = 20_000; // without a byte sent: the part is begun again
export const UPLOAD_ANSWER_MS = 120_000; // 4 MB in a socket's buffer at 0.25 Mbit/s
export const MAX_MODEL_BYTES = 2 * 1024 ** 3; // issue: files to 2 GiB
export const MAX_IMAGE_PIXELS = 8_192 ** 2; // the largest picture that is made; 268 MB when decoded
export const LOADER_HIDE_MS = 300; // S2 4, S2 9: after 100 % is on the screen
export const LOADER_END_MS = 500; // S2 4, S2 9: always hidden, after the load ended
export const MODEL_LOAD_TIMEOUT_MS = 30_000; // S3 4, D4: without progress

// Scene
export const STAGE_SIZE = 10; // S2 4: largest dimension after normalisation
export const STAGE_SIZE_TOLERANCE = 0.01; // S2 4
export const DETECTION_MIN_CONFIDENCE = 0.5; // S2 4
export const DETECTION_WEIGHTS = { metadata: 0.4, normals: 0.3, boundingBox: 0.2, vertices: 0.1 }; // S2 4
export const DETECTION_NORMAL_THRESHOLD = 0.7; // S2 4
export const DETECTION_MAX_VERTICES = 100; // S2 4, per mesh
export const DETECTION_MAX_NORMALS = 50; // S2 4, per mesh
export const VEHICLE_LENGTH_RATIO = 1.5; // S2 4, D9: length to height
export const VEHICLE_WIDTH_RATIO = 1.2; // S2 4, D9: z to x
export const KEPT_STANDINGS_MAX = 20; // F16: models of one project that come back as they were left
export const MODEL_MATERIALS_MAX = 1_000; // dressed materials of the model that a project shows
export const KEPT_MATERIALS_MAX = 1_000; // what those wear together: as much as the one that is shown
export const STAGE_BACKGROUND = '#1e1e1e'; // S2 5, D19
export const EXPOSURE_DEFAULT = 0.6; // S1 3, S2 3, D18
export const PIXEL_RATIO_MAX = 2; // A18
export const CAPTURE_SIZE_PX = 1024; // S2 9
export const CAPTURE_MIN_PX = 64; // issue: captures of 64 to 4096 px
export const CAPTURE_MAX_PX = 4_096;
export const MASK_THRESHOLD = 160; // S3 9: binarised above it
export const LIGHT_PRESETS = {
  studio: { ambient: 0.4, main: 0.6, front: 0.2, fill: 0.1, shadowMapPx: 1024 }, // S2 9, D17
  render: { ambient: 0.5, main: 0.8, front: 0.3, fill: 0.2, shadowMapPx: 2048 }, // S3 9, D17
} as const;
/** What a light of a rig may be set to; lengths count the product's radius. */
export const LIGHT_RANGE = {
  azimuthDegrees: { min: -180, max: 180 },
  elevationDegrees: { min: -30, max: 90 },
  distance: { min: 1.2, max: 20 },
  size: { min: 0.05, max: 20 },
  kelvin: { min: 1_800, max: 12_000 },
  intensity: { min: 0, max: 8 },
  level: { min: 0, max: 4 },
} as const;
export const RIG_NAME_MAX = 60;
export const FILE_LIGHTS_STRENGTH = { min: 0, max: 4 } as const;
/** The brightest of a file: each is a part of every material's shader on the stage. */
export const FILE_LIGHTS_MAX = 16;
export const FLOOR_OFFSET_RANGE = { min: -5, max: 5 } as const; // half of the product, which fills 10
/** Of a cyclorama, in radii of the product: from its middle to the wall, and of the curve between floor and wall. */
export const CYCLORAMA_RANGE = { distance: { min: 1.5, max: 12 }, radius: { min: 0.2, max: 10 } } as const;
export const ENVIRONMENT_RANGE = {
  rotationDegrees: { min: -180, max: 180 },
  stops: { min: -4, max: 4 },
  /** Preetham's model is fitted to days; below two degrees, and in more haze, its colours go wrong. */
  elevationDegrees: { min: 2, max: 90 },
  haze: { min: 2, max: 6 },
  /** Across. The real one has 0.53; 20 is a sun behind thin cloud. */
  sunDegrees: { min: 0.53, max: 20 },
} as const;
/** Of a stored environment, across; half as many down. Twice a picture's lighting needs, for the sake of what is seen. */
export const ENVIRONMENT_WIDTH_PX = { min: 16, max: 2_048 } as const;
/** Of a file that a person gives: an EXR of 8,192 x 4,096 pixels in floats. Its own size is bounded besides. */
export const ENVIRONMENT_FILE_MAX = { bytes: 400 * 1024 ** 2, pixels: 8_192 * 4_096 } as const;
export const ENVIRONMENTS_MAX = 200; // of a person; with 5 MB each a library of a gigabyte
export const LABELS_MAX = 8; // on one product; the kernel has a bit for each
export const LABEL_PICTURE_MAX_PX = 4_096; // longest side: 0.05 mm on a label of 20 cm
export const LABEL_SVG_MAX_BYTES = 5 * 1024 ** 2;
export const LABEL_SVG_MAX_ELEMENTS = 200_000; // as drawn: what is used again counts again
/** Of a page that a label is drawn from: a poster with its photographs is smaller, and one that takes longer is made to. */
export const LABEL_PDF_MAX = { bytes: 50 * 1024 ** 2, ms: 30_000 } as const;
export const LABEL_SIZE = { min: 0.001, max: 1_000 }; // units of the normalised frame, in which a product fills 10
export const RIG_LIGHTS_MAX = 12; // more than any photographer hangs around one product
export const EXPOSURE_RANGE = { min: 0.1, max: 2 }; // of the slider; a recipe may hold 0.05 to 10
export const AXIS_COLOURS = { x: '#ff4466', y: '#88ff44', z: '#4488ff' }; // S2 2
export const GIZMO_SIZE_PX = 128; // S2 2

export const IDENTITY_MATRIX: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

// Camera
export const FOV_DEGREES_DEFAULT = 45; // S2 9, E2
export const HERO_POSITION = [8, 5, 13] as const; // of the camera on an empty stage, and the direction that a new model is seen from
export const CAMERA_FIT_MARGIN = 1.25; // S2 4
export const CAMERA_FIT_MAX_SIZES = 5; // S2 4: distance capped at 5 sizes
export const CAMERA_NEAR_DEFAULT = 0.1; // S2 9, D20: before a model
export const CAMERA_FAR_DEFAULT = 10_000; // S2 9, D20
export const ORBIT_DAMPING = 0.05; // S2 9
export const ORBIT_ROTATE_SPEED = 1; // S2 9: times ORBIT_ROTATION_PER_PX
export const ORBIT_ZOOM_SPEED = 1.2; // S2 9: per step of the wheel
export const ORBIT_PAN_SPEED = 1; // S2 9: at 1 the target stays under the pointer
export const ORBIT_DISTANCE_DEFAULT = { min: 0.1, max: 1000 }; // S2 9, E1: before a model
export const ORBIT_DISTANCE_SIZES = { min: 0.1, max: 10 }; // S2 9, E1: times the size, after load
export const ORBIT_DISTANCE_UNKNOWN = { min: 0.5, max: 100 }; // S2 9, E1: a model whose size is unknown
export const ORBIT_ROTATION_PER_PX = 0.01; // S2 9: radians
export const CAMERA_STEP_SIZES = 0.05; // S2 9: movement speed; times the size, one press of a key
export const VIEW_TRANSITION_MS = 600; // S2 4, E17
export const FOV_DEGREES_RANGE = { min: 1, max: 160 }; // 3 to 2,000 mm on full frame
/** Millimetres, the longer side first. */
export const SENSORS = {
  'full-frame': [36, 24], // of 35 mm film
  'medium-format': [43.8, 32.9], // Fujifilm GFX, Hasselblad X
  'aps-c': [23.5, 15.6], // Nikon, Sony, Fujifilm; Canon's is 22.3
  'four-thirds': [17.3, 13], // Four Thirds standard
} as const;
export const F_NUMBER_RANGE = { min: 0.7, max: 64 }; // from Kubrick's Zeiss to large format
/** Stops as lenses have them. */
export const F_NUMBERS = [1.4, 2, 2.8, 4, 5.6, 8, 11, 16, 22, 32] as const;
export const F_NUMBER_DEFAULT = 2.8; // shows at once what it does: 5.6 blurs a bottle by a pixel
export const LENS_SHIFT_MAX = 2; // sides of the picture: upright from 59 degrees above at the usual lens
export const METRES_PER_UNIT_RANGE = { min: 1e-6, max: 1e4 }; // of a stage unit, a tenth of the product

export const VIEW0_DEBOUNCE_MS = 500; // S2 4, S2 9: after the last change
export const VIEW0_ENABLE_MS = 3_000; // S2 4, S2 9: after start, without a first press, wheel or touch
export const VIEW0_LEGACY_VERSION = '2.0.0'; // S2 3, A19: a last camera that came from the orbit form

// Projects
export const PROJECTS_MAX = 500; // of one person; a list that is still read at one go
export const PROJECT_FILE = {
  maxBytes: 1_073_741_824, // 1 GiB unpacked: what a tablet's page can hold
  manifestMaxBytes: 33_554_432, // 32 MiB: settings, 1,000 long sketches and recipes
  maxFiles: 8_000, // below what a ZIP of a model may list
  maxRenders: 100, // the newest
  rendersMaxBytes: 536_870_912, // half of it: the model and its pictures come first
};

/** Header of the answer to a write of a part of a project (views, materials, selection): the revision it made. */
export const PROJECT_REVISION_HEADER = 'x-project-revision';
/** Header of calls about a project: its number, a space, and its `created_at`, which the number alone does not say. */
export const PROJECT_MEANT_HEADER = 'x-project-meant';
/** Header of calls by whoever knows of `lost_revisions`, whatever it says. Without it revisions are those that there would be without a restore's gap. */
export const LOST_REVISIONS_HEADER = 'x-lost-revisions';

// Saved views
export const SAVED_VIEWS_MAX = 20; // S2 9, E15: of one model
export const PROJECT_VIEWS_MAX = 100; // of all models that a project showed: five full lists
export const VIEW_VERSION = '2.1.0'; // S2 9, A19: of the shape of a view
export const DELETED_VIEWS_MAX = 200; // twice the views a project may have
export const VIEW_THUMBNAIL_MAX_BYTES = 20_480; // 100 views beside 1,000 materials stay below 4 MiB of JSON
export const LEGACY_VIEW = { fovDegrees: 45, radius: 15 }; // S2 9, E2, E3: on the device
export const LEGACY_BACKEND_VIEW = { fovDegrees: 50, radius: 5 }; // S3 9, E2, E3: from the server
export const VIEW_THUMBNAIL_PX = 96; // three times the 32 px of a chip
export const VIEW_BACKUPS = {
  delayMs: 1_000, // S2 4: after a save or a delete
  everyMs: 30_000, // S2 4, E21
  kept: 5, // S2 4: in the device's database
  checksMs: [2_000, 3_000], // S2 4: after a project opened without views
  attempts: 3, // S2 4
};

// View helper
export const HELPER_VIEW_MS = 1_000; // S2 4, E17: cubic ease-out
export const HELPER_DISTANCE = { default: 15, min: 5, max: 50, sizes: 1.5 }; // S2 4, S2 9, E18
export const HELPER_ISOMETRIC = { default: 10, share: 0.8 }; // S2 4, E18: along each axis
export const HELPER_ISOMETRIC_COLOUR = '#f0f0f0'; // looks along no axis: the tone of the page's text
export const ORIENTATION_RATIO = 1.2; // S2 4: a dimension that exceeds the others by more makes a model tall or long

// Transform tool
export const TRANSFORM_SNAPS = {
  none: null,
  coarse: { degrees: 90, units: 10, factor: 1.5 }, // Ctrl
  medium: { degrees: 45, units: 5, factor: 1.25 }, // Shift
  fine: { degrees: 10, units: 1, factor: 1.1 }, // Ctrl+Shift
} as const; // S2 4, F7, F8
export const TRANSFORM_STEPS = { units: 0.5, degrees: 10, scale: 0.1 }; // S2 4: one press of a key

// Light-map
export const LIGHT_MAP_PX = 1_024; // S2 9: side of the square sketch
export const BRUSH = {
  size: { min: 1, max: 100, default: 15 }, // S2 9
  scale: 0.01, // S2 9: the diameter is size times this share of the sketch's side, so 15 draws 154 px of 1024
  opacity: 1, // S2 9, F21
  colour: '#ffffff', // S2 9
};
export const SEGMENT_MIN_PX = 0.1; // S2 4, F22: pixels of the sketch; shorter ones are ignored

// Materials
export const MATERIAL_RESET = { colour: '#e7e7e7', metalness: 0.1, roughness: 0.8 }; // S2 9, G1, G2
export const MATERIAL_COLOUR_UNKNOWN = '#cccccc'; // S3 9, G1: chip without a value
export const MATERIAL_APPLIED = { metalness: 0.5, roughness: 0.5 }; // S2 9, G2: a picture says nothing of either
export const MATERIAL_GUARD_MS = 50; // S3 5, S3 9, G14: changes of one material go to the stage this far apart
export const TEXTURE_PREVIEW_PX = 70; // S3 2
export const AVERAGE_COLOUR = { maxPx: 100, nothing: '#808080', failed: '#cccccc' }; // S2 9, G20
export const MATERIAL_INSTANCE = { metalness: 0, roughness: 0.8 }; // S2 4, G2: colour is the average of the texture it had
export const INSTANCE_INDEX_MIN = 32_768; // numbers of independent instances on the stage, above every file's materials
export const INSTANCE_INDEX_MAX = 65_000; // the ID pass has 16 bits
export const MATERIAL_VERSIONS_MAX = 50; // kept of each material, the oldest go
/** Light-map sketches that a project has on the server. A segment is 0.1 to 0.2 kB; an hour's painting some 5,000. */
export const SKETCHES = {
  maxCount: 100, // as many as saved views
  maxSteps: 2_000,
  maxSegments: 20_000,
  maxBytes: 3 * 1024 ** 2, // of one sketch as JSON: below what a call may bring
  projectMaxBytes: 16 * 1024 ** 2,
} as const;
export const LOOKS_MAX = 200; // of one person
export const LOOK_PARTS_MAX = 500; // names of one material's parts; a model of more is matched by the material's name
export const GRADIENT_STOPS = { min: 2, max: 8 }; // a bar of 240 px holds eight knobs that a finger can tell apart
export const MAX_RENDER_MATERIALS = 4; // S3 9
/** Those, and one of all that is protected, which nothing is painted in. */
export const MAX_RENDER_MASKS = MAX_RENDER_MATERIALS + 1;
export const RECIPE_KEYWORD = 'vitrine-recipe'; // of the text chunk in a PNG that holds its recipe
export const RECIPE_MAX_BYTES = 4_000_000; // of its JSON; the recipe of 1,000 dressed materials has 0.5 MB
export const RENDER_SET_MAX = 40; // pictures of one set: 20 views of two looks
export const FIDELITY_EDGES_MIN = 0.97; // an AI picture whose edges agree less is flagged
export const FIDELITY_COLOUR_MAX = 3; // one whose colours differ more is flagged, CIEDE2000
export const MAX_EXAMINED_MATERIALS = 20; // S3 9, G10
export const TREE_HIGHLIGHT_MS = 1_200; // S3 2
export const TREE_OPEN_ALL_UP_TO = 50; // G22: nodes of a tree that opens by itself
export const PART_HOVER_COLOUR = 0x8a2be2; // S2 4

// Render settings
export const PROMPT_MAX_LENGTH = 500; // S3 5
export const PROMPT_DEBOUNCE_MS = 300; // S3 4
export const FIRST_UPLOAD_PAUSE_MS = 100; // S3 4, I12: between a first upload and its render
export const BATCH_MIN = 1; // S3 4
export const BATCH_MAX = 4; // S3 4
export const HOUSE_SEEDS = 16; // a seed that this divides leaves the house's lights where the stage has them
export const PICTURE_RATIOS = {
  '1:1': [1, 1],
  '4:5': [4, 5],
  '3:2': [3, 2],
  '16:9': [16, 9],
  '9:16': [9, 16],
} as const; // issue: size and ratio, square is the default
export const PICTURE_EDGES_PX = [512, 1024, 1536, 2048, 4096, 8192]; // issue: to 8192, of the longer side
export const PICTURE_MAX_PX = 8_192; // issue: of the longer side, of the built-in engine
export const STAGE_PICTURE_MAX_PX = 2_048; // longer side of what the stage draws for an order, of AI pictures and of layers
export const CREATIVITY_DEFAULT = 0.5; // H1
export const FIDELITY_DEFAULT = 0.5; // H5
export const STYLE_STRENGTH_DEFAULT = 0.5; // S3 5
export const FIDELITY_DEBOUNCE_MS = 100; // S3 9
export const CREATIVITY_DEBOUNCE_MS = 150; // S3 9
export const LAST_SYNC_POLL_MS = 15_000; // S3 4: how often another device's save is looked for while the page is seen
export const PROJECT_SYNC_DEBOUNCE_MS = 2_000; // S3 4, K4

// Render life cycle
export const STATE_POLL_MS = 5_000; // S3 9
export const STATE_IDLE_POLL_MS = 10_000; // where S3 9 asks nothing: servers of engines come and go
export const RENDER_POLL_MS = 30_000; // S3 9: per render, the fallback
export const SOCKET_RECONNECT_MS = 10_000; // S3 4
export const SOCKET_MAX_ATTEMPTS = 30; // S3 4
export const SOCKET_OPEN_MS = 8_000; // a channel that is not open by then is dead
export const LIVE_HEARTBEAT_MS = 2_000; // so that a channel that died without a word is known within 5 s
export const LIVE_SILENCE_MS = 5_000; // two heartbeats missed
export const RECOVERY_DELAY_MS = 1_500; // S3 4, I3
export const RECOVERY_RETRIES = 3; // S3 4: 1 s times the attempt apart
export const RECOVERY_RETRY_MS = 1_000; // S3 4
export const QUEUED_FLASH_MS = 1_500; // S3 4, I1
export const PROGRESS_TO_ZERO_MS = 400; // S3 4, I4
export const PROGRESS_RESET_MS = 800; // S3 4, I4
export const LOADER_FADE_MS = 2_000; // S3 4, I10
export const LOADER_CLEANUP_MS = 10_000; // S3 9
export const LOADER_VERSION = '1.0.0'; // S3 3, A19: of the loader's state on this device
export const LOADER_KEPT_MS = { local: DAY_MS, session: 2 * HOUR_MS, entry: HOUR_MS }; // S3 4, I5
export const LOADER_SWEEP_MS = 300_000; // S3 4
export const QUEUE_WARNING_ABOVE = 3; // S3 4
export const WAITING_RENDERS_MAX = 1_000; // places that one call changes
export const GALLERY_BATCH_MAX = 1_000; // renders that one call stars or deletes
export const TICKET_LIFETIME_MS = 30_000; // I9: it is used right after it was made
export const OFFLINE_ORDER_LIFETIME_MS = 3_600_000; // L4
export const ANSWER_LIFETIME_MS = 7 * DAY_MS; // L2: a write sent again under its key has no second effect
export const ORDER_RESEND_MAX_MS = 6 * DAY_MS; // short of it, for what a clock is off and a line is slow

// Results
export const COMPARATOR_DEFAULT = 50; // S3 2
export const ZOOM_MIN = 1; // S3 9
export const ZOOM_MAX = 5; // S3 9
export const ZOOM_WHEEL_FACTOR = 0.0015; // S3 9
export const CLICK_DEBOUNCE_MS = 150; // S3 9
export const DRAG_THRESHOLD_PX = { mouse: 5, touch: 10 }; // S3 9, J9
export const ALT_TEXT_MAX_LENGTH = 50; // S3 2

// Money
export const RENDER_COST_FALLBACK = 200; // S1 9, B16
export const OUTPUT_PRICE = { 2048: 1.5, 4096: 3 } as const; // L18
export const QUALITY_PRICE = { draft: 0.5, standard: 1, high: 2 } as const; // L18
export const PURCHASE_NOTICE_MS = 500; // S1 9: the notice after a purchase
export const CREATE_AFTER_PURCHASE_MS = 1_500; // S1 9: from Edit to Create
export const ARRIVAL_POLL_MS = 2_000; // how often paid credits are looked for after a checkout
export const ARRIVAL_PATIENCE_MS = 30_000; // after that they are said to be on their way

// Notices on the screen, milliseconds by area and kind (A4)
export const TOAST_MS = {
  page: { success: 3_000, info: 3_000, warning: 3_000, error: 3_000 }, // S1 9: the default of account and shell
  pricing: { success: 4_000, info: 4_000, warning: 4_000, error: 4_000 }, // S1 9
  feedback: { success: 3_000, info: 3_000, warning: 3_000, error: 4_000 }, // S1 4, S1 9
  viewer: { success: 4_000, info: 4_000, warning: 4_000, error: 4_000 }, // S2 9
  workflow: { success: 5_000, info: 6_000, warning: 8_000, error: 5_000 }, // S3 9
  maxMaterials: { success: 3_000, info: 3_000, warning: 3_000, error: 3_000 }, // S3 9
} as const;
export const TOAST_ACTION_MS = 8_000; // at least, with a button: the longest of S3 9, to read it and to reach it

// Images
export const WEBP_PHOTO_QUALITY = 0.92; // S1 9
export const WEBP_MAP_QUALITY = 0.97; // of normal and roughness maps: what a photograph hides shows as ripples in a highlight
export const LIBRARY_NAME_MAX_LENGTH = 100; // S3 5
export const LIBRARY_FREE_BYTES = 4e9; // without a plan, in libraries and on parts: 4,000 WebPs of 2048 px
export const IMAGE_SIDE_MAX_PX = 16_384; // as WebP: no picture here is larger
export const IMAGE_UPLOAD_MAX_BYTES = 52_428_800; // 50 MiB: a noisy PNG of 4096 px
export const LIBRARY_IMAGE_MAX_PX = 4_096; // longest side that a library keeps; larger pictures are made smaller
export const LIBRARY_THUMBNAIL_PX = 256; // twice the 100 px of a card on a dense screen (S1 2.4)
export const LIBRARY_ITEMS_MAX = 5_000; // of one person
export const LIBRARY_CATEGORIES_MAX = 200; // of one person
export const BATCH_ZIP = {
  maxBytes: 262_144_000, // 250 MiB
  maxEntries: 500,
  unpackedMaxBytes: 268_435_456, // 256 MiB: pictures are compressed already
  maxRatio: 100, // of an entry above `ratioFromBytes`; a flat PNG reaches 20
  ratioFromBytes: 1_048_576,
};

// Accounts
export const PASSWORD_MIN_LENGTH = 12; // L12
export const PASSWORD_MAX_LENGTH = 128; // L12
export const SIGN_IN_PAUSE_MS = 500; // S1 4, S1 9, B8: after a password, before the studio opens

// Animations
export const CLIP_MAX = 9_999; // of a model's animations by their place; characters of games have some dozens
export const CLIP_SECONDS_MAX = 86_400; // a day: nothing that moves a product lasts longer

// Feedback
export const FEEDBACK = {
  titleMaxLength: 200, // S1 5, S1 9
  descriptionMaxLength: 10_000,
  ticketLength: 8, // S1 9: of the id, shown as the ticket
  screenshotScale: 0.5, // S1 9
  screenshotQuality: 0.8, // S1 9
  screenshotMaxBytes: 2_097_152, // 2 MiB: a page of 2560 x 1440 at half its size has 150 kB
  screenshotMaxPx: 8_192, // longest side
} as const;

// Staff
export const GRANT_MAX_CREDITS = 1_000_000; // of one grant
export const GRANT_NOTE_MAX_LENGTH = 500;

/** The first entry of a project file: what is in it, as `project-file.ts` says. No other ZIP has one. */
export const PROJECT_FILE_MANIFEST = 'vitrine-project.json';
/** What project files are called behind the project's name. */
export const PROJECT_FILE_END = '.vitrine.zip';

/** How long a picture can be sent back, from when its order was placed. */
export const RETURN_DAYS = 30;
