/** `offline`: this device has no network; `gone`: it may have, and the server does not answer; `auth`: it wants a sign-in. */
export type Connection = 'online' | 'offline' | 'gone' | 'auth';
