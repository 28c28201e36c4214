import { createHmac } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type pg from 'pg'
import type { ApiKeys } from '#platform/http/guards/keys.ts'

/** The configuration does not match the database; `message` says why and how to fix it. */
export class SiteFault extends Error {
  override readonly name = 'SiteFault'
}

/** Fingerprints of the configured keys. */
interface KeyFingerprints {
  publishableKey: string
  secretKey: string
  encryptionKey: string
  /** Thumbprints; the first key is the one that signs. */
  signingKeys: string[]
}

interface SiteSecrets {
  keys: ApiKeys
  signingKeys: { keys: JWK[] }
  /** Encrypts the secrets of authenticator apps. */
  encryptionSecret: string
}

export async function fingerprintKeys({ keys, signingKeys, encryptionSecret }: SiteSecrets): Promise<KeyFingerprints> {
  return {
    publishableKey: fingerprint(keys.publishable),
    secretKey: fingerprint(keys.secret),
    encryptionKey: fingerprint(encryptionSecret),
    signingKeys: await Promise.all(signingKeys.keys.map(thumbprint)),
  }
}

/** RFC 7638 thumbprint of the public key. */
async function thumbprint(key: JWK): Promise<string> {
  try {
    return await calculateJwkThumbprint(key)
  } catch (cause) {
    throw new SiteFault('JWT_KEYS holds a key that is not complete. npm run keys prints a fresh set.', { cause })
  }
}

/** An HMAC keyed with the secret itself, so that the stored fingerprint reveals nothing about it. */
function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('mark of a site').digest('base64url').slice(0, 22)
}

/** The identity entries stored in the database; empty if it has not been migrated. */
export async function readSiteIdentity(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: found } = await client.query("select to_regclass('site.identity') is not null as made")
  if (!found[0]?.made) return new Map()
  const { rows } = await client.query<{ name: string; value: string }>('select name, value from site.identity')
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/**
 * Throws a `SiteFault` if the database was set up with other keys. Additional signing keys are allowed as long as the
 * one that signs is among them.
 */
export function assertSameKeys(stored: ReadonlyMap<string, string>, configured: KeyFingerprints): void {
  const differs = (name: string, value: string) => stored.has(name) && stored.get(name) !== value
  const signer = stored.get('signing-key')
  const mismatches = [
    differs('publishable-key', configured.publishableKey) && 'SUPABASE_PUBLISHABLE_KEY',
    differs('secret-key', configured.secretKey) && 'SUPABASE_SECRET_KEY',
    differs('encryption-key', configured.encryptionKey) &&
      'AUTH_ENCRYPTION_SECRET (if blank, SUPABASE_SECRET_KEY stands in for it)',
    signer !== undefined && !configured.signingKeys.includes(signer) && 'JWT_KEYS (it lacks the key that signs now)',
  ].filter((name) => name !== false)
  if (mismatches.length === 0) return
  throw new SiteFault(
    `The database was set up with other keys than this process has: ${mismatches.join(', ')}. People would be signed out and requests refused. ` +
      'Start with the keys of the site (generated ones are stored in secrets/ in DATA_DIR); to change them on purpose, ' +
      'stop every process of the site and run npm run adopt with the new ones.',
  )
}

/** Stores the fingerprints that the database lacks, and the key that signs. */
export async function recordKeys(
  client: pg.ClientBase,
  configured: KeyFingerprints,
  { replace = false } = {},
): Promise<void> {
  const save = replace ? replaceIdentityEntry : addIdentityEntry
  await save(client, 'publishable-key', configured.publishableKey)
  await save(client, 'secret-key', configured.secretKey)
  await save(client, 'encryption-key', configured.encryptionKey)
  const [signer] = configured.signingKeys
  if (signer !== undefined) await replaceIdentityEntry(client, 'signing-key', signer)
}

/** Keeps an existing value, so that the first of two concurrent starts wins. */
export async function addIdentityEntry(client: pg.ClientBase, name: string, value: string): Promise<void> {
  await client.query('insert into site.identity (name, value) values ($1, $2) on conflict do nothing', [name, value])
}

export async function replaceIdentityEntry(client: pg.ClientBase, name: string, value: string): Promise<void> {
  await client.query(
    `insert into site.identity (name, value) values ($1, $2) on conflict (name)
     do update set value = excluded.value, noted_at = now() where identity.value <> excluded.value`,
    [name, value],
  )
}
