import { z } from 'zod'
import { isUuid } from '../../addresses.ts'
import { requireAdmin, requireUserOfPath } from '../../admin.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { readBody } from '../../body.ts'
import { deletePasskey, listPasskeys, presentPasskey, renamePasskey } from '../../passkeys/credentials.ts'
import { requirePasskeyOwner, requirePasskeysOn } from '../../passkeys/require-passkeys.ts'
import { AuthRefusal, invalid } from '../../refusals.ts'
import { requireCaller } from '../../sessions/bearer.ts'

/** GET /passkeys: the caller's, oldest first. */
export async function ownPasskeys(call: Call): Promise<Response> {
  requirePasskeysOn(call)
  const passkeys = await call.auth.transact(async (tx) => {
    const { user } = await requireCaller(tx, call)
    return listPasskeys(tx, user.id)
  })
  return jsonResponse(passkeys.map(presentPasskey))
}

const RenameInput = z.object({ friendly_name: z.string().nullish() })

/** PATCH /passkeys/{id}: a new name, of at most 120 characters. */
export async function renameOwnPasskey(call: Call): Promise<Response> {
  requirePasskeysOn(call)
  const id = readPasskeyId(call)
  const name = (await readBody(call.request, RenameInput)).friendly_name?.trim() ?? ''
  if (name === '') throw invalid('friendly_name is required')
  if ([...name].length > 120) throw invalid('friendly_name must be at most 120 characters')
  return call.auth.transact(async (tx) => {
    const { user } = await requirePasskeyOwner(tx, call)
    const renamed = await renamePasskey(tx, { id, userId: user.id, name })
    if (!renamed) throw noPasskey()
    await audit(tx, call, { action: 'passkey_updated', userId: user.id, details: { passkey_id: id } })
    return jsonResponse(presentPasskey(renamed))
  })
}

/** DELETE /passkeys/{id}: for a device that was sold or lost. */
export async function deleteOwnPasskey(call: Call): Promise<Response> {
  requirePasskeysOn(call)
  const id = readPasskeyId(call)
  await call.auth.transact(async (tx) => {
    const { user } = await requirePasskeyOwner(tx, call)
    if (!(await deletePasskey(tx, { id, userId: user.id }))) throw noPasskey()
    await audit(tx, call, { action: 'passkey_deleted', userId: user.id, details: { passkey_id: id } })
  })
  return new Response(null, { status: 204 })
}

/** GET /admin/users/{id}/passkeys */
export async function adminPasskeys(call: Call): Promise<Response> {
  await requireAdmin(call)
  const passkeys = await call.auth.transact(async (tx) => {
    const user = await requireUserOfPath(tx, call)
    return listPasskeys(tx, user.id)
  })
  return jsonResponse(passkeys.map(presentPasskey))
}

/** DELETE /admin/users/{id}/passkeys/{passkey}: for a person who lost their device. */
export async function deleteAdminPasskey(call: Call): Promise<Response> {
  await requireAdmin(call)
  const id = readPasskeyId(call)
  await call.auth.transact(async (tx) => {
    const user = await requireUserOfPath(tx, call, { lock: true })
    if (!(await deletePasskey(tx, { id, userId: user.id }))) throw noPasskey()
    await audit(tx, call, { action: 'admin_passkey_deleted', userId: user.id, details: { passkey_id: id } })
  })
  return new Response(null, { status: 204 })
}

function readPasskeyId(call: Call): string {
  const id = call.params.passkeyId ?? ''
  if (!isUuid(id)) throw new AuthRefusal(404, 'validation_failed', 'passkey_id must be an UUID')
  return id
}

function noPasskey(): AuthRefusal {
  return new AuthRefusal(404, 'webauthn_credential_not_found', 'Passkey not found')
}
