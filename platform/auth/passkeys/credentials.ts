import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { PoolClient } from 'pg'
import { withoutNulls } from '../users/users.ts'

/** A row of auth.webauthn_credentials. */
export interface Credential {
  id: string
  user_id: string
  factor_id: string | null
  credential_id: string
  public_key: Buffer
  sign_count: string
  transports: string[]
  aaguid: string | null
  is_backed_up: boolean
  friendly_name: string | null
  last_used_at: Date | null
  created_at: Date
}

export type NewCredential = Omit<Credential, 'id' | 'user_id' | 'factor_id' | 'friendly_name' | 'created_at'>

const COLUMNS =
  'id, user_id, factor_id, credential_id, public_key, sign_count::text, transports, aaguid, is_backed_up, friendly_name, last_used_at, created_at'

const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** How a browser can reach the device; words that no browser knows are dropped. */
export function deviceTransports(transports: readonly string[]): AuthenticatorTransport[] {
  return transports.filter((one): one is AuthenticatorTransport => TRANSPORTS.includes(one))
}

/** Every credential of the person, oldest first. */
export async function listCredentials(tx: PoolClient, userId: string): Promise<Credential[]> {
  const { rows } = await tx.query<Credential>(
    `select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows
}

export const isPasskey = ({ factor_id }: Credential): boolean => factor_id === null

/** The person's passkeys, oldest first. */
export const listPasskeys = async (tx: PoolClient, userId: string): Promise<Credential[]> =>
  (await listCredentials(tx, userId)).filter(isPasskey)

export async function findPasskey(tx: PoolClient, credentialId: string): Promise<Credential | null> {
  const { rows } = await tx.query<Credential>(
    `select ${COLUMNS} from auth.webauthn_credentials where credential_id = $1 and factor_id is null for update`,
    [credentialId],
  )
  return rows[0] ?? null
}

export async function findFactorCredential(tx: PoolClient, factorId: string): Promise<Credential | null> {
  const { rows } = await tx.query<Credential>(
    `select ${COLUMNS} from auth.webauthn_credentials where factor_id = $1 for update`,
    [factorId],
  )
  return rows[0] ?? null
}

/** Null if the device's credential is registered already, for this person or another. */
export async function insertCredential(
  tx: PoolClient,
  { userId, factorId = null, made }: { userId: string; factorId?: string | null; made: NewCredential },
): Promise<Credential | null> {
  const { rows } = await tx.query<Credential>(
    `insert into auth.webauthn_credentials
       (user_id, factor_id, credential_id, public_key, sign_count, transports, aaguid, is_backed_up)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning ${COLUMNS}`,
    [
      userId,
      factorId,
      made.credential_id,
      made.public_key,
      made.sign_count,
      deviceTransports(made.transports),
      made.aaguid,
      made.is_backed_up,
    ],
  )
  return rows[0] ?? null
}

export async function recordUse(
  tx: PoolClient,
  id: string,
  { signCount, isBackedUp }: { signCount: number; isBackedUp: boolean },
): Promise<void> {
  await tx.query(
    `update auth.webauthn_credentials set sign_count = $2, is_backed_up = $3, last_used_at = now(), updated_at = now()
      where id = $1`,
    [id, signCount, isBackedUp],
  )
}

/** Null if the person has no such passkey. */
export async function renamePasskey(
  tx: PoolClient,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<Credential | null> {
  const { rows } = await tx.query<Credential>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
      where id = $1 and user_id = $2 and factor_id is null returning ${COLUMNS}`,
    [id, userId, name],
  )
  return rows[0] ?? null
}

/** Returns whether the person had such a passkey. */
export async function deletePasskey(tx: PoolClient, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from auth.webauthn_credentials where id = $1 and user_id = $2 and factor_id is null',
    [id, userId],
  )
  return rowCount === 1
}

/** A passkey as clients see it. */
export function presentPasskey({ id, friendly_name, created_at, last_used_at }: Credential): Record<string, unknown> {
  return withoutNulls({ id, friendly_name, created_at, last_used_at })
}
