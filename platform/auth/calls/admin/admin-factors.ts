import { requireAdmin, requireUserOfPath } from '../../admin.ts'
import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { deleteFactor, readFactorId } from '../../factors/factors.ts'
import { AuthRefusal } from '../../refusals.ts'
import { presentFactor } from '../../users/users.ts'

/** GET /admin/users/{id}/factors */
export async function adminFactors(call: Call): Promise<Response> {
  await requireAdmin(call)
  const user = await call.auth.transact((tx) => requireUserOfPath(tx, call))
  return jsonResponse(user.factors.map(presentFactor))
}

/** DELETE /admin/users/{id}/factors/{factor}: for a person who lost their device. */
export async function deleteAdminFactor(call: Call): Promise<Response> {
  await requireAdmin(call)
  const factorId = readFactorId(call)
  return call.auth.transact(async (tx) => {
    const user = await requireUserOfPath(tx, call, { lock: true })
    const factor = user.factors.find((candidate) => candidate.id === factorId)
    if (!factor) throw new AuthRefusal(404, 'mfa_factor_not_found', 'Factor not found')
    await deleteFactor(tx, factor.id)
    await audit(tx, call, { action: 'admin_factor_deleted', userId: user.id, details: { factor_id: factor.id } })
    return jsonResponse(presentFactor(factor))
  })
}
