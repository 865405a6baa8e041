import sharp from 'sharp';
import { type Folders, TYPES } from './folders.ts';
import { type Call, type Reply, readForm } from './http-support.ts';
import { SERVER_FILES } from './object-info/stored-servers.ts';
import { postPrompt } from './post-prompt.ts';
import { readInfo } from './read-info.ts';
import type { Site } from './site.ts';
import { describeFeatures, isAtLeast, isNewer, type Switches } from './switches.ts';

const NOT_FOUND: Reply = { status: 404, body: '404: Not Found' };
/** The page's own files answer GET under every path. */
const NOT_ALLOWED: Reply = { status: 405, body: '405: Method Not Allowed' };
const DONE: Reply = { status: 200 };

/** What a route answers; a body that is no JSON throws, which is a 500. */
export async function answerCall(call: Call, site: Site): Promise<Reply> {
  const { switches, queue, worker, folders } = site;
  const { method, path, query } = call;
  const [, head = '', ...rest] = path.split('/').map(decodeURIComponent);
  const name = rest.join('/');
  const json = () => JSON.parse(call.bytes.toString()) as Record<string, unknown>;
  switch (`${method} /${head}`) {
    case 'GET /prompt':
      return { status: 200, body: { exec_info: { queue_remaining: queue.remaining } } };
    case 'POST /prompt':
      return postPrompt(json(), site);
    case 'GET /queue':
      return {
        status: 200,
        body: { queue_running: queue.running ? [queue.running] : [], queue_pending: queue.pending() },
      };
    case 'POST /queue': {
      const asked = json();
      if (asked.clear) queue.clearPending();
      for (const id of (asked.delete as string[] | undefined) ?? []) queue.remove(id);
      return DONE;
    }
    case 'GET /history': {
      if (!name) return { status: 200, body: Object.fromEntries(queue.history) };
      const entry = queue.history.get(name);
      return { status: 200, body: entry ? { [name]: entry } : {} };
    }
    case 'POST /history': {
      const asked = json();
      if (asked.clear) queue.history.clear();
      for (const id of (asked.delete as string[] | undefined) ?? []) queue.history.delete(id);
      return DONE;
    }
    case 'POST /interrupt': {
      const asked = call.bytes.length > 0 ? json() : {};
      const isTargeted = asked.prompt_id && isAtLeast(switches.version, [0, 3, 57]);
      if (!isTargeted || queue.running?.[1] === asked.prompt_id) worker.interrupt();
      return DONE;
    }
    case 'POST /free': {
      const asked = json();
      worker.free({ models: Boolean(asked.unload_models), results: Boolean(asked.free_memory) });
      return DONE;
    }
    case 'GET /object_info': {
      const info = readInfo(switches);
      if (!name) return { status: 200, body: info };
      return { status: 200, body: info[name] ? { [name]: info[name] } : {} };
    }
    case 'GET /models':
      return listModels(switches, name);
    case 'GET /system_stats':
      return { status: 200, body: describeSystem(switches) };
    case 'GET /features':
      return { status: 200, body: describeFeatures(switches) };
    case 'GET /node_replacements':
      return isNewer(switches.version) ? { status: 200, body: {} } : NOT_FOUND;
    case 'POST /upload':
      return name === 'image' ? uploadImage(call, folders, isNewer(switches.version)) : NOT_ALLOWED;
    case 'GET /view':
      return viewImage(query, folders);
    case 'POST /jobs':
      return cancelJob(call, rest, site);
    case 'GET /jobs':
      return readJobs(call, name, site);
    default:
      return method === 'GET' ? NOT_FOUND : NOT_ALLOWED;
  }
}

/** Folders that no graph of ours loads from. */
const OTHER_FOLDERS = [
  ...['configs', 'style_models', 'embeddings', 'diffusers', 'vae_approx', 'gligen', 'custom_nodes'],
  ...['hypernetworks', 'photomaker', 'classifiers', 'audio_encoders'],
];
const OLD_NAMES: Readonly<Record<string, string>> = { unet: 'diffusion_models', clip: 'text_encoders' };

function listModels({ kind, files }: Switches, folder: string): Reply {
  const { input: _, ipadapter, ...core } = { ...SERVER_FILES[kind], ...files };
  const others = Object.fromEntries(OTHER_FOLDERS.map((name) => [name, []]));
  const folders: Record<string, readonly string[]> = {
    ...others,
    ...core,
    ...(kind === 'full' && { ipadapter }),
  };
  if (!folder) return { status: 200, body: Object.keys(folders) };
  const listed = folders[OLD_NAMES[folder] ?? folder];
  return listed ? { status: 200, body: listed } : { status: 404 };
}

function describeSystem({ version, gpu, previewMethod }: Switches): object {
  return {
    system: {
      os: 'posix',
      ram_total: 67_430e6,
      ram_free: 51_200e6,
      comfyui_version: version,
      required_frontend_version: '1.27.10',
      installed_templates_version: '0.1.95',
      required_templates_version: '0.1.95',
      python_version: '3.12.3 (main, Aug 14 2025, 17:47:21) [GCC 13.3.0]',
      pytorch_version: '2.8.0+cu128',
      embedded_python: false,
      argv: ['main.py', '--listen', ...(previewMethod === 'none' ? [] : ['--preview-method', previewMethod])],
    },
    // Newer servers name every card; the first is the one that draws.
    devices: (isNewer(version) ? [0, 1] : [0]).map((index) => ({
      type: 'cuda',
      index,
      ...gpu,
      name: gpu.name.replace('cuda:0', `cuda:${index}`),
      torch_vram_total: 0,
      torch_vram_free: 0,
    })),
  };
}

async function uploadImage(call: Call, folders: Folders, isEnriched: boolean): Promise<Reply> {
  const form = await readForm(call).catch(() => null);
  if (form === null) return { status: 400 };
  const image = form.get('image');
  if (!(image instanceof File) || !image.name) return { status: 400 };
  const type = String(form.get('type') ?? 'input');
  if (!TYPES.includes(type)) throw new Error(`no folder ${type}`);
  const subfolder = String(form.get('subfolder') ?? '');
  const overwrite = ['true', '1'].includes(String(form.get('overwrite')));
  const bytes = new Uint8Array(await image.arrayBuffer());
  const name = folders.upload(type, subfolder, image.name, bytes, overwrite);
  return name === null
    ? { status: 400 }
    : {
        status: 200,
        body: { name, subfolder, type, ...(isEnriched && { asset: { id: null, hash: null } }) },
      };
}

async function viewImage(query: URLSearchParams, folders: Folders): Promise<Reply> {
  const filename = query.get('filename');
  if (!filename) return { status: 404 };
  if (filename.startsWith('/') || filename.includes('..')) return { status: 400 };
  const type = query.get('type') ?? 'output';
  if (!TYPES.includes(type)) return { status: 400 };
  const subfolder = query.get('subfolder') ?? '';
  if (subfolder.startsWith('/') || subfolder.split('/').includes('..')) return { status: 403 };
  const bytes = folders.read(type, subfolder, filename);
  if (!bytes) return { status: 404 };
  const preview = query.get('preview');
  const channel = query.get('channel');
  if (!preview && channel === 'rgb') {
    return { status: 200, body: await sharp(bytes).removeAlpha().toColourspace('srgb').png().toBuffer() };
  }
  if (!preview) return { status: 200, body: bytes };
  const [format, quality = '90'] = preview.split(';');
  const picture = sharp(bytes);
  if (format === 'jpeg') {
    const body = await picture.jpeg({ quality: Number(quality) }).toBuffer();
    return { status: 200, body, type: 'image/jpeg' };
  }
  const body = await picture.webp({ quality: Number(quality) }).toBuffer();
  return { status: 200, body, type: 'image/webp' };
}

/** Only under /api, only in 2026: what is known of all jobs, or of one. */
function readJobs(call: Call, id: string, { switches, queue }: Site): Reply {
  if (!call.isUnderApi || !isNewer(switches.version)) return NOT_FOUND;
  const entries = [
    ...[...queue.history].map(([job, { status }]) => ({
      id: job,
      status: status.status_str === 'success' ? 'completed' : 'failed',
    })),
    ...(queue.running ? [{ id: queue.running[1], status: 'in_progress' }] : []),
    ...queue.pending().map(([, job]) => ({ id: job, status: 'pending' })),
  ];
  if (id === '') {
    return {
      status: 200,
      body: { jobs: entries, pagination: { offset: 0, limit: null, total: entries.length } },
    };
  }
  const one = entries.find((entry) => entry.id === id);
  return one ? { status: 200, body: one } : { status: 404, body: { error: 'Job not found' } };
}

/** Only under /api, only in 2026: before, the page's own route answers GET there and nothing else. */
function cancelJob(call: Call, [id = '', verb]: string[], { switches, queue, worker }: Site): Reply {
  if (!call.isUnderApi || verb !== 'cancel' || !isNewer(switches.version)) {
    return NOT_ALLOWED;
  }
  if (queue.running?.[1] === id) {
    worker.interrupt();
    return { status: 200, body: { cancelled: true } };
  }
  return { status: 200, body: { cancelled: queue.remove(id) } };
}
