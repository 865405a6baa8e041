/** Before the first module of a process imports Dexie: whether there is an IndexedDB it asks then, once for all files. */
import 'fake-indexeddb/auto';
