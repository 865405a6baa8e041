import type { LoadReport } from '../../src/contract/viewer-api.ts';

/** A damaged file that opens all the same. Warnings are their kind and what they name. */
interface OpenedSample {
  readonly triangles: number;
  readonly warnings?: readonly string[];
}

/**
 * What becomes of each damaged file: the start of the reason it is refused with, or the warnings it opens with. Files
 * beside it that belong to it come along.
 */
export const BROKEN_SAMPLES: Readonly<Record<string, string | OpenedSample>> = {
  'truncated_bin_chunk.glb': 'the file is cut short',
  'truncated_in_json.glb': 'the file is cut short',
  'wrong_magic.glb': 'not a glTF file',
  'header_length_too_big.glb': 'the file is cut short',
  'json_chunk_length_huge.glb': 'its JSON does not parse',
  'zero_bytes.glb': 'file-empty',
  'zero_bytes.obj': 'file-empty',
  'html_error_page.glb': 'not a glTF file',
  'png_renamed.glb': 'not a glTF file',
  'random_bytes.glb': 'not a glTF file',
  'broken_json_trailing_comma.gltf': 'its JSON does not parse',
  'broken_json_unclosed.gltf': 'its JSON does not parse',
  'json_is_array.gltf': 'the JSON is not an object',
  'json_is_null.gltf': 'not a glTF file',
  'bom_utf8.gltf': { triangles: 2 },
  'version_3.gltf': 'glTF version 3.0',
  'gltf_1.0_box.gltf': 'glTF version 1.0',
  'gltf_1.0_binary.glb': 'GLB version 1',
  'huge_vertex_count.gltf': 'accessor 0 runs past its data',
  'huge_index_count.gltf': 'accessor 1 runs past its data',
  'missing_buffer.gltf': 'model-incomplete missing_4gb.bin',
  'missing_texture.gltf': { triangles: 2, warnings: ['missing-file not_here.png'] },
  'texture_corrupt.gltf': { triangles: 2 },
  'texture_is_html.gltf': { triangles: 2, warnings: ['unreadable-image of m'] },
  'texture_bomb.gltf': { triangles: 2, warnings: ['unreadable-image bomb_16384.png'] },
  'uri_path_traversal.gltf': 'it asks for a file outside its folder: ../../../../../../etc/passwd',
  'uri_file_scheme.gltf': { triangles: 2, warnings: ['refused-uri file:///etc/hostname'] },
  'uri_remote.gltf': { triangles: 2, warnings: ['refused-uri http://127.0.0.1:9/tracker.png'] },
  'required_extension_unknown.gltf': {
    triangles: 2,
    warnings: ['not-traceable VENDOR_not_a_real_extension'],
  },
  'zero_vertex_mesh.gltf': 'it has nothing to draw',
  'no_meshes.gltf': 'it has nothing to draw',
  'no_scene.gltf': 'it has no scene',
  'nan_positions.gltf': 'positions are not finite numbers',
  'degenerate_zero_size.gltf': 'it has no size',
  'far_from_origin_1e9.gltf': { triangles: 2 },
  'tiny_1e-7.gltf': { triangles: 2 },
  'index_out_of_range.gltf': { triangles: 2 },
  'node_cycle.gltf': 'the node tree has a cycle',
  'deep_nesting_6000.gltf': 'nodes nested more than 512 deep',
  'zero_scale_node.gltf': 'it has no size',
  'hostile_names.gltf': { triangles: 2 },
  'proto_names.gltf': { triangles: 2 },
  'long_name_20000.gltf': { triangles: 2 },
  'duplicate_and_empty_names.gltf': { triangles: 100 },
  'texture_index_missing.gltf': 'baseColorTexture of material 0 does not exist',
  'khronos_glb_chunk_too_big.glb': 'a chunk header is cut short',
  'khronos_glb_empty_json_chunk.glb': 'its JSON does not parse',
  'khronos_glb_invalid_json_chunk.glb': 'its JSON does not parse',
  'khronos_glb_invalid_version.glb': 'GLB version 0',
  'khronos_glb_no_header.glb': 'not a glTF file',
  'khronos_glb_only_bin_chunk.glb': 'its JSON does not parse',
  'khronos_glb_truncated_chunk_data.glb': 'the file is cut short',
  'khronos_buffer_wrong_bytelength.glb': 'it has no scene',
  'khronos_buffer_invalid_uri_data.gltf': 'it has no scene',
  'khronos_node_node_loop.gltf': 'the node tree has a cycle',
  'khronos_mesh_primitive_no_position.gltf': 'it has no scene',
  'khronos_mesh_unresolved_positions.gltf': 'POSITION of mesh 0 does not exist',
  'assimp_BoxWithInfinites.glb': 'positions are not finite numbers',
  'assimp_badArray.gltf': 'model-incomplete BoxTextured0.bin',
  'assimp_badString.gltf': 'model-incomplete BoxTextured0.bin',
  'assimp_badUint.gltf': 'model-incomplete BoxTextured0.bin',
  'obj_no_faces.obj': { triangles: 0 },
  'obj_bad_index.obj': { triangles: 1, warnings: ['broken-faces 3'] },
  'obj_nan.obj': 'all of its 2 faces name points',
  'obj_latin1_names.obj': { triangles: 1 },
  'obj_mtl_traversal.obj': {
    triangles: 1,
    warnings: [
      'refused-uri ../../../../etc/passwd',
      'refused-uri C:\\Users\\designer\\Desktop\\tex\\missing wood.jpg',
      'refused-uri file:///etc/hostname',
    ],
  },
  'obj_ngon_20000.obj': { triangles: 19_998 },
  'assimp_box_UTF16BE.obj': { triangles: 12 },
  'assimp_malformed.obj': { triangles: 8, warnings: ['broken-faces 2'] },
  'tiny_invalid-face-definition.obj': 'all of its',
  'tiny_test-nan.obj': { triangles: 34, warnings: ['missing-file cornell_box.mtl', 'broken-faces 1'] },
};

/** Companions that lie beside a damaged file. */
export const BESIDE_SAMPLES: Readonly<Record<string, string>> = {
  'texture_bomb.gltf': 'bomb_16384.png',
  'obj_mtl_traversal.obj': 'obj_mtl_traversal.mtl',
};

/** What the viewer says of damaged files that it draws, as far as that is anything. */
export const DRAWN_SAMPLES: Readonly<
  Record<string, Pick<LoadReport, 'unreadableImages' | 'strayTriangleCount'>>
> = {
  'texture_corrupt.gltf': {
    unreadableImages: [{ name: '', materials: ['m'] }],
    strayTriangleCount: 0,
  },
  'texture_is_html.gltf': {
    unreadableImages: [{ name: '', materials: ['m'] }],
    strayTriangleCount: 0,
  },
  'texture_bomb.gltf': {
    unreadableImages: [{ name: 'bomb_16384.png', materials: ['m'] }],
    strayTriangleCount: 0,
  },
  'index_out_of_range.gltf': { unreadableImages: [], strayTriangleCount: 1 },
};
