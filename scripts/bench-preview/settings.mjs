/** Of the samples beside the project, those that try what shop models seldom have. */
export const ODD_SAMPLES = [
  'glb/AlphaBlendModeTest.glb',
  'glb/EmissiveStrengthTest.glb',
  'glb/MetalRoughSpheresNoTextures_1Mtri.glb',
  'glb/MorphStressTest.glb',
  'glb/MultiUVTest.glb',
  'glb/NegativeScaleTest.glb',
  'glb/SimpleInstancing.glb',
  'glb/TextureTransformMultiTest.glb',
  'glb/TransmissionTest.glb',
  'glb/UnlitTest.glb',
  'glb/VertexColorTest.glb',
  'glb/compressed/JapaneseBridgeGarden_meshopt.glb',
  'gltf/Duck_quantized',
  'gltf/embedded/EspressoCup_draco_embedded.gltf',
  'gltf/embedded/Helicopter_draco_embedded.gltf',
  'gltf/embedded/Motorbike_draco_embedded.gltf',
];

// Lists of lengths without a common factor: each product meets another mixture.
const RIGS = [
  null,
  'soft',
  'glass',
  'white',
  'metal',
  'textile',
  'jewellery',
  'bottle',
  'food',
  'drama',
  'blackGloss',
];
const COLOURS = ['#c9cdd2', '#ffffff', '#202326', '#8a5a44', '#3f5a49'];
const FLOORS = [
  {},
  { gloss: 1 },
  { isShadowOnly: true },
  { cyclorama: { colour: '#d8d4cc', distance: 5, radius: 3.5 } },
];
const SURROUNDINGS = [
  null,
  null,
  null,
  { kind: 'preset', preset: 'room' },
  null,
  null,
  { kind: 'preset', preset: 'overcast' },
  null,
  null,
  { kind: 'sky', elevationDegrees: 35, haze: 3, hasSun: true, sunDegrees: 3 },
  null,
  { kind: 'preset', preset: 'sunset' },
  null,
];
const VIEWS = [
  undefined,
  { azimuthDegrees: 30, elevationDegrees: 45, fovDegrees: 20 },
  { azimuthDegrees: -50, elevationDegrees: 12, fovDegrees: 45 },
  undefined,
  { azimuthDegrees: 140, elevationDegrees: 25, fovDegrees: 70 },
  { azimuthDegrees: 10, elevationDegrees: 60, fovDegrees: 35 },
  { azimuthDegrees: -20, elevationDegrees: 3, fovDegrees: 30 },
];

/** What the product of a number stands in. @param pieces Has `openRigPreset`. @param floor What a project begins with. */
export function settingOf(index, pieces, floor) {
  const of = (list) => list[index % list.length];
  const [preset, around, view] = [of(RIGS), of(SURROUNDINGS), of(VIEWS)];
  const placing = { rotationDegrees: (index * 47) % 360, stops: 0, isSeen: index % 2 === 0, blur: 0.4 };
  return {
    background: { kind: 'colour', colour: of(COLOURS) },
    floor: { ...floor, ...of(FLOORS) },
    toneMapping: index % 3 === 2 ? 'agx' : 'neutral',
    exposure: index % 4 === 3 ? 0.8 : 0.6,
    rig: preset && pieces.openRigPreset(preset),
    fileLights: { isOn: true, strength: 1 },
    ...(around === null ? {} : { environment: { ...around, ...placing } }),
    ...(view === undefined ? {} : { view }),
  };
}
