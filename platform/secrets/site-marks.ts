import { createHmac } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type pg from 'pg'
import type { ApiKeys } from '../http/keys.ts'

/** This start does not belong to this database; `message` says why, and the way out. */
export class SiteFault extends Error {
  override readonly name = 'SiteFault'
}

/** The keys of a start as fingerprints. */
interface KeyMarks {
  publishableKey: string
  secretKey: string
  encryptionKey: string
  /** The first one signs. */
  signingKeys: string[]
}

interface KeyParts {
  keys: ApiKeys
  signingKeys: { keys: JWK[] }
  /** Encrypts the secrets of authenticator apps. */
  encryptionSecret: string
}

export async function keyMarksOf({ keys, signingKeys, encryptionSecret }: KeyParts): Promise<KeyMarks> {
  return {
    publishableKey: fingerprint(keys.publishable),
    secretKey: fingerprint(keys.secret),
    encryptionKey: fingerprint(encryptionSecret),
    signingKeys: await Promise.all(signingKeys.keys.map(thumbprint)),
  }
}

/** Of the public half alone. */
async function thumbprint(key: JWK): Promise<string> {
  try {
    return await calculateJwkThumbprint(key)
  } catch (cause) {
    throw new SiteFault('JWT_KEYS holds a key that is not complete. npm run keys prints a fresh set.', { cause })
  }
}

/** Keyed with the secret itself: without it, the mark tells nothing. */
function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('mark of a site').digest('base64url').slice(0, 22)
}

/** Empty for a database that was never migrated. */
export async function readMarks(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: found } = await client.query("select to_regclass('site.marks') is not null as made")
  if (!found[0]?.made) return new Map()
  const { rows } = await client.query<{ name: string; value: string }>('select name, value from site.marks')
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Throws a `SiteFault` if the database knows other keys. Further signing keys are welcome while the one that signs is among them. */
export function refuseOtherKeys(known: ReadonlyMap<string, string>, own: KeyMarks): void {
  const differs = (name: string, mark: string) => known.has(name) && known.get(name) !== mark
  const signer = known.get('signing-key')
  const wrong = [
    differs('publishable-key', own.publishableKey) && 'SUPABASE_PUBLISHABLE_KEY',
    differs('secret-key', own.secretKey) && 'SUPABASE_SECRET_KEY',
    differs('encryption-key', own.encryptionKey) &&
      'AUTH_ENCRYPTION_SECRET (if blank, SUPABASE_SECRET_KEY stands in for it)',
    signer !== undefined && !own.signingKeys.includes(signer) && 'JWT_KEYS (it lacks the key that signs now)',
  ].filter((name) => name !== false)
  if (wrong.length === 0) return
  throw new SiteFault(
    `The database knows other keys than this start has: ${wrong.join(', ')}. People would be signed out and requests refused. ` +
      'Start with the keys that the site has (blank ones are kept in secrets/ below DATA_DIR); to change them on purpose, ' +
      'stop every process of the site and run npm run adopt with the new ones.',
  )
}

/** Notes the keys that are new to the database, and which one signs. */
export async function noteKeys(client: pg.ClientBase, own: KeyMarks, { replace = false } = {}): Promise<void> {
  const note = replace ? replaceMark : addMark
  await note(client, 'publishable-key', own.publishableKey)
  await note(client, 'secret-key', own.secretKey)
  await note(client, 'encryption-key', own.encryptionKey)
  const [signer] = own.signingKeys
  if (signer !== undefined) await replaceMark(client, 'signing-key', signer)
}

/** Keeps what is there, so that the first of two starts at once decides. */
export async function addMark(client: pg.ClientBase, name: string, value: string): Promise<void> {
  await client.query('insert into site.marks (name, value) values ($1, $2) on conflict do nothing', [name, value])
}

export async function replaceMark(client: pg.ClientBase, name: string, value: string): Promise<void> {
  await client.query(
    `insert into site.marks (name, value) values ($1, $2) on conflict (name)
     do update set value = excluded.value, noted_at = now() where marks.value <> excluded.value`,
    [name, value],
  )
}
