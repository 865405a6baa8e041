import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id with the parameters of OWASP's password storage sheet: 19 MiB, 2 passes, 1 lane; about 50 ms. Node's
 * thread pool runs at most four at once, which bounds the memory.
 */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of an unknown password, with the same parameters, so that unknown accounts take as long to check. */
const DUMMY =
  '$argon2id$v=19$m=19456,t=2,p=1$w3VVyhz4kmMfxRjZeEMqzA$brz+POeb1ovU5uI6AiJAOYIQDpSYjY/MNLwCQccLOFc';

/** PHC string of a password. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether the password is right. Without a stored hash it takes as long and says no. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? DUMMY, password);
  return stored !== null && isRight;
}
