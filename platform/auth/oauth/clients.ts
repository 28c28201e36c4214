import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PoolClient } from 'pg'
import { isUuid } from '../addresses.ts'

export interface OAuthClientRow {
  id: string
  client_secret_hash: string | null
  registration_type: 'dynamic' | 'manual'
  client_type: 'public' | 'confidential'
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
  client_name: string
  client_uri: string | null
  logo_uri: string | null
  redirect_uris: string[]
  grant_types: ('authorization_code' | 'refresh_token')[]
  scope: string | null
  created_at: Date
  updated_at: Date
}

/** `lock`: the app does not change until the end of the transaction. */
export async function findClient(
  tx: PoolClient,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<OAuthClientRow | null> {
  if (!isUuid(id)) return null
  const { rows } = await tx.query<OAuthClientRow>({
    name: lock ? 'auth_lock_oauth_client' : 'auth_find_oauth_client',
    text: `select * from auth.oauth_clients where id = $1 ${lock ? 'for update' : ''}`,
    values: [id],
  })
  return rows[0] ?? null
}

export async function listClients(
  tx: PoolClient,
  page: { limit: number; offset: number },
): Promise<{ clients: OAuthClientRow[]; total: number }> {
  const { rows } = await tx.query<OAuthClientRow>(
    'select * from auth.oauth_clients order by created_at desc, id limit $1 offset $2',
    [page.limit, page.offset],
  )
  const { rows: counted } = await tx.query<{ total: number }>('select count(*)::int as total from auth.oauth_clients')
  return { clients: rows, total: counted[0]?.total ?? 0 }
}

export type NewOAuthClient = Omit<OAuthClientRow, 'id' | 'created_at' | 'updated_at'>

export async function insertClient(tx: PoolClient, client: NewOAuthClient): Promise<OAuthClientRow> {
  const { rows } = await tx.query<OAuthClientRow>(
    `insert into auth.oauth_clients (client_secret_hash, registration_type, client_type, token_endpoint_auth_method,
       client_name, client_uri, logo_uri, redirect_uris, grant_types, scope)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *`,
    [
      client.client_secret_hash,
      client.registration_type,
      client.client_type,
      client.token_endpoint_auth_method,
      client.client_name,
      client.client_uri,
      client.logo_uri,
      client.redirect_uris,
      client.grant_types,
      client.scope,
    ],
  )
  return only(rows)
}

export async function updateClient(tx: PoolClient, client: OAuthClientRow): Promise<OAuthClientRow> {
  const { rows } = await tx.query<OAuthClientRow>(
    `update auth.oauth_clients set client_secret_hash = $2, token_endpoint_auth_method = $3, client_name = $4,
       client_uri = $5, logo_uri = $6, redirect_uris = $7, grant_types = $8, updated_at = clock_timestamp()
      where id = $1 returning *`,
    [
      client.id,
      client.client_secret_hash,
      client.token_endpoint_auth_method,
      client.client_name,
      client.client_uri,
      client.logo_uri,
      client.redirect_uris,
      client.grant_types,
    ],
  )
  return only(rows)
}

function only(rows: OAuthClientRow[]): OAuthClientRow {
  if (!rows[0]) throw new Error('A statement that always returns a row returned none')
  return rows[0]
}

/** In the form of the protocol. The secret is shown once, when it is made. */
export function presentClient(client: OAuthClientRow, secret?: string | null): Record<string, unknown> {
  return {
    client_id: client.id,
    client_name: client.client_name,
    ...(secret && { client_secret: secret }),
    client_type: client.client_type,
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    registration_type: client.registration_type,
    ...(client.client_uri && { client_uri: client.client_uri }),
    ...(client.logo_uri && { logo_uri: client.logo_uri }),
    redirect_uris: client.redirect_uris,
    grant_types: client.grant_types,
    response_types: ['code'],
    ...(client.scope && { scope: client.scope }),
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  }
}

/** As the pages of the person see an app. */
export function presentApp(client: Pick<OAuthClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>) {
  return { id: client.id, name: client.client_name, uri: client.client_uri ?? '', logo_uri: client.logo_uri ?? '' }
}

/** 256 random bits, so that a plain hash cannot be reversed by guessing. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function isSecretOf(client: Pick<OAuthClientRow, 'client_secret_hash'>, secret: string): boolean {
  const stored = client.client_secret_hash
  return stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(hashSecret(secret)))
}
