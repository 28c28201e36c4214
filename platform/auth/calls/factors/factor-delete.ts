import { audit } from '../../audit.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { deleteFactor, readFactorId, requireFactor } from '../../factors/factors.ts'
import { AuthRefusal } from '../../refusals.ts'
import { requireCaller } from '../../sessions/bearer.ts'

/** DELETE /factors/{id}: removes one of the caller's factors; an active one only after a code in this session. */
export async function unenrollFactor(call: Call): Promise<Response> {
  readFactorId(call)
  return call.auth.transact(async (tx) => {
    const caller = await requireCaller(tx, call, { lock: true })
    const factor = await requireFactor(tx, call, caller)
    if (factor.status === 'verified' && caller.session.aal !== 'aal2') {
      throw new AuthRefusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await deleteFactor(tx, factor.id)
    await audit(tx, call, { action: 'factor_unenrolled', userId: caller.user.id, details: { factor_id: factor.id } })
    return jsonResponse({ id: factor.id })
  })
}
