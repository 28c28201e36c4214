import type { Api } from '#api/api.ts'
import type { ClaimRefundPreview } from '#api/commands/claims.ts'
import type { Claim, Side } from '../queries.ts'

export type ClaimCosts = ClaimRefundPreview

/** Reads what the claim costs if it is accepted, or what its open offer gives; by the plan of the refund. */
export async function readClaimCosts(api: Api, { claim, side }: { claim: Claim; side: Side }) {
  const isOpen = side === 'vendor' && claim.status === 'open'
  const isOffered = side === 'buyer' && claim.status === 'offered' && claim.offered_outcome === 'refund'
  if (!isOpen && !isOffered) return null
  const goods_kobo = isOffered ? claim.offered_kobo : null
  const planned = await api.command('preview-claim-refund', { claim_id: claim.id, goods_kobo })
  return planned.ok ? planned.value : null
}

/** How the goods of a claim changed hands. */
export interface ProofOfHandOver {
  done_at: string | null
  kind: string | null
  proof: 'code' | 'nominee' | 'override' | 'decision' | null
  taken_by: string | null
  note: string | null
  handled_by_name: string
  place_name: string
  identity: string | null
  override_reason: string | null
  by_shop: boolean | null
  confirmed_at: string | null
  has_photo: boolean
  ready_at: string | null
  lines: { line_id: string; name: string; unit: string; quantity: number }[] | null
  goods: { name: string; unit: string; packed_at: string | null; counted: number | null; counted_at: string | null }[]
}

export async function readClaimProof(api: Api, claimId: string) {
  const { data } = await api.tables
    .from('claim_proofs')
    .select(
      'done_at, kind, proof, taken_by, note, handled_by_name, place_name, identity, override_reason, by_shop, confirmed_at, has_photo, ready_at, lines, goods',
    )
    .eq('claim_id', claimId)
    .maybeSingle()
    .overrideTypes<ProofOfHandOver, { merge: false }>()
  return data
}
