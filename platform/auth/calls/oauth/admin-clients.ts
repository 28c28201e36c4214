import type { PoolClient } from 'pg'
import { isUuid } from '../../addresses.ts'
import { requireAdmin } from '../../admin.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { OAuthClientInput, readChangedClient, readNewClient } from '../../oauth/client-input.ts'
import {
  findClient,
  hashSecret,
  insertClient,
  listClients,
  makeSecret,
  type OAuthClientRow,
  presentClient,
  updateClient,
} from '../../oauth/clients.ts'
import { pageHeaders, readPage } from '../../paging.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'

/** GET /admin/oauth/clients: all apps, newest first. */
export async function listOAuthClients(call: Call): Promise<Response> {
  await requireAdmin(call)
  const page = readPage(call.url)
  const { clients, total } = await call.auth.transact((tx) => listClients(tx, page))
  const headers = pageHeaders('/admin/oauth/clients', { ...page, total })
  return jsonResponse({ clients: clients.map((client) => presentClient(client)), aud: 'authenticated' }, { headers })
}

/** POST /admin/oauth/clients: makes an app; the only answer with its secret. */
export async function createOAuthClient(call: Call): Promise<Response> {
  await requireAdmin(call)
  const { client, secret } = readNewClient(call, await readBody(call.request, OAuthClientInput), 'manual')
  const stored = await call.auth.transact(async (tx) => {
    const row = await insertClient(tx, client)
    await auditClient(tx, call, { action: 'oauth_client_created', clientId: row.id })
    return row
  })
  return jsonResponse(presentClient(stored, secret), { status: 201 })
}

/** GET /admin/oauth/clients/{id} */
export async function getOAuthClient(call: Call): Promise<Response> {
  await requireAdmin(call)
  return jsonResponse(presentClient(await call.auth.transact((tx) => requireClient(tx, call))))
}

/** PUT /admin/oauth/clients/{id}: changes the fields that are sent. */
export async function updateOAuthClient(call: Call): Promise<Response> {
  await requireAdmin(call)
  const input = await readBody(call.request, OAuthClientInput)
  const stored = await call.auth.transact(async (tx) => {
    const known = await requireClient(tx, call)
    const row = await updateClient(tx, readChangedClient(call, known, input))
    await auditClient(tx, call, { action: 'oauth_client_updated', clientId: row.id })
    return row
  })
  return jsonResponse(presentClient(stored))
}

/** DELETE /admin/oauth/clients/{id}: the app, what people allowed it, and its sessions. */
export async function deleteOAuthClient(call: Call): Promise<Response> {
  await requireAdmin(call)
  await call.auth.transact(async (tx) => {
    const { id } = await requireClient(tx, call)
    await tx.query('delete from auth.oauth_clients where id = $1', [id])
    await auditClient(tx, call, { action: 'oauth_client_deleted', clientId: id })
  })
  return new Response(null, { status: 204 })
}

/** POST /admin/oauth/clients/{id}/regenerate_secret: the old one stops working at once. */
export async function regenerateClientSecret(call: Call): Promise<Response> {
  await requireAdmin(call)
  const secret = makeSecret()
  const stored = await call.auth.transact(async (tx) => {
    const known = await requireClient(tx, call)
    if (known.client_type === 'public') throw invalid('A public app has no secret')
    await auditClient(tx, call, { action: 'oauth_client_secret_regenerated', clientId: known.id })
    return updateClient(tx, { ...known, client_secret_hash: hashSecret(secret) })
  })
  return jsonResponse(presentClient(stored, secret))
}

async function requireClient(tx: PoolClient, call: Call): Promise<OAuthClientRow> {
  const id = call.params.clientId ?? ''
  if (!isUuid(id)) throw new AuthRefusal(404, 'validation_failed', 'client_id must be an UUID')
  const client = await findClient(tx, id, { lock: true })
  if (!client) throw new AuthRefusal(404, 'oauth_client_not_found', 'OAuth client not found')
  return client
}

function auditClient(
  tx: PoolClient,
  call: Call,
  { action, clientId }: { action: string; clientId: string },
): Promise<void> {
  return audit(tx, call, { action, userId: null, details: { client_id: clientId } })
}
