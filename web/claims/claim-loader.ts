import { data, type RouterContextProvider } from 'react-router'
import { claimRefusals } from '#domain/claims/refusals.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { claimSide } from './claim-side.ts'
import { readClaimCosts, readClaimProof } from './offers/offer-queries.ts'
import { readClaim, readClaimContext } from './queries.ts'

interface ClaimLoaderArgs {
  url: URL
  params: { id: string }
  context: Readonly<RouterContextProvider>
}

/** The data of a claim's page, in each area. */
export async function loadClaim({ url, params, context }: ClaimLoaderArgs) {
  const api = context.get(apiContext)
  const { userId, role } = context.get(viewerContext)
  const side = claimSide(url.pathname)
  const ofId = side === 'vendor' ? ((await readOwnShop(api, userId))?.id ?? NO_USER_ID) : (userId ?? NO_USER_ID)
  const { claim, files, failure } = await readClaim(api, { id: params.id, side, ofId })
  if (!claim && !failure) throw data(claimRefusals.missing.claim_not_found, { status: 404 })
  const [background, costs, proof] = await Promise.all([
    claim && side === 'staff' ? readClaimContext(api, claim) : null,
    claim ? readClaimCosts(api, { claim, side }) : null,
    claim && side !== 'buyer' ? readClaimProof(api, claim.id) : null,
  ])
  const isNew = url.searchParams.has('made')
  return {
    side,
    role,
    claim,
    files,
    failure,
    background,
    costs,
    proof,
    isNew,
    key: crypto.randomUUID(),
    now: new Date().toISOString(),
  }
}

export type ClaimPageData = Awaited<ReturnType<typeof loadClaim>>

const NO_USER_ID = '00000000-0000-0000-0000-000000000000'
