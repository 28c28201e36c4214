import { data, useActionData } from 'react-router'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { Countdown } from '#web/ui/countdown.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PoolBar } from '#web/ui/pool-bar.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/buy.ts'
import { poolTiers } from './buy-card.tsx'
import { BuyFacts } from './buy-facts.tsx'
import { joinByForm, joinOffline } from './join.ts'
import { JoinPanel } from './join-panel.tsx'
import { leaveByForm } from './leave.ts'
import { useLiveCounts } from './live.ts'
import { OwnOrders } from './own-orders.tsx'
import { listOwnOrders, ownVendorId, readGroupBuy } from './queries.ts'
import { buyMeta } from './share.ts'
import { ShareBuy } from './share-buy.tsx'
import { stateSentence } from './state-sentence.ts'
import { ThreePrices } from './three-prices.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  const { buy, error } = await readGroupBuy(api, params.id)
  if (!buy && !error) throw data('Group buy not found', { status: 404 })
  const [orders, vendorId] = await Promise.all([
    buy && viewer.userId ? listOwnOrders(api, buy.id, viewer.userId) : [],
    ownVendorId(api, viewer.userId),
  ])
  return {
    buy,
    failure: error,
    orders,
    ownShop: buy !== null && vendorId === buy.vendor_id,
    signedIn: viewer.userId !== null,
    joinKey: crypto.randomUUID(),
    now: new Date().toISOString(),
    origin: context.get(siteContext).origin,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  return form.get('intent') === 'leave' ? leaveByForm(api, form) : joinByForm(api, form)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return orOffline(serverAction, () => joinOffline(form))
}

export const shouldRevalidate = keepWhenOffline

export default function GroupBuy({ loaderData }: Route.ComponentProps) {
  const { buy, failure, now, orders, joinKey, signedIn, ownShop } = loaderData
  const outcome = useOutcome()
  const live = useLiveCounts(buy ? [buy.id] : []).get(buy?.id ?? '')
  if (!buy) return <ErrorState message={failure ?? ''}>Nothing is lost. Please load the page again.</ErrorState>

  const counts = { ...buy, ...live, current_price: live?.current_price ?? buy.current_price }
  const joinable = counts.status === 'active' && Date.parse(buy.end_date) > Date.parse(now)
  return (
    <>
      <PageHeading lead={`${buy.vendor.business_name}, ${buy.vendor_location}`}>{buy.product_name}</PageHeading>
      <div className="grid gap-8 lg:grid-cols-[1fr_24rem]">
        <div className="grid content-start gap-6">
          <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
            <img
              src={buy.image_url ?? '/basins/empty.svg'}
              alt=""
              width={240}
              height={240}
              className="size-40 shrink-0 self-center sm:size-60"
            />
            <div className="min-w-0 flex-1">
              <PoolBar
                joined={counts.current_participants}
                paid={counts.paid_participants}
                minParticipants={buy.min_participants}
                tiers={poolTiers(buy.price_tiers)}
                unit={buy.unit}
                detail
              />
              {joinable && (
                <div className="mt-3">
                  <Countdown endsAt={buy.end_date} now={now} showMoment />
                </div>
              )}
            </div>
          </div>
          <ThreePrices buy={counts} />
          {!joinable && <Notice tone="info">{stateSentence(counts, now)}</Notice>}
          <BuyFacts buy={counts} now={now} />
        </div>
        <div className="grid content-start gap-6">
          {joinable && <JoinPanel {...{ outcome, orders, joinKey, signedIn, ownShop }} buy={counts} />}
          <OwnOrders orders={loaderData.orders} buy={buy} now={now} />
          <ShareBuy buy={counts} origin={loaderData.origin} />
        </div>
      </div>
    </>
  )
}

/** Without scripts the page itself carries the answer to the form. */
function useOutcome() {
  const answered = useActionData<typeof action>()
  return answered && 'joined' in answered ? answered : null
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.buy ? buyMeta(loaderData.buy, loaderData.origin) : [{ title: 'Group buy not found' }]

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404) {
    return (
      <>
        <PageHeading>Group buy not found</PageHeading>
        <p>
          It may have been taken back before it opened.{' '}
          <a href="/group-buys" className="text-link">
            See the active group buys
          </a>
        </p>
      </>
    )
  }
  throw error
}
