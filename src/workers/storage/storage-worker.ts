import { serve } from '../rpc.ts';
import { createStorage } from './create-storage.ts';
import { openIndexedDbStore } from './indexeddb-store.ts';
import { createMemoryStore } from './memory-store.ts';
import { openOpfsStore } from './opfs-store.ts';

serve(createStorage([openOpfsStore, openIndexedDbStore, async () => createMemoryStore()]));
