import { data, useActionData } from 'react-router'
import { readMeasures } from '#api/measures.ts'
import { brand } from '#domain/brand.ts'
import { parsePriceTiers } from '#domain/group-buys/price-tiers.ts'
import { hasSheet } from '#domain/group-buys/sheet.ts'
import { amountText } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext, siteContext, structuredContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import type { PageHandle } from '#web/shell.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { moment, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PoolBar } from '#web/ui/pool-bar.tsx'
import { PriceTag } from '#web/ui/price-tag.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/buy.ts'
import { BuyFacts, Seller } from './buy-facts.tsx'
import { buyThings } from './buy-thing.server.ts'
import { isOpen } from './is-open.ts'
import { joinByForm, joinOffline } from './join.ts'
import { JoinedNotice } from './join-form.tsx'
import { JoinBar, JoinPanel } from './join-panel.tsx'
import { leaveByForm, leaveOffline } from './leave.ts'
import { useLiveCounts } from './live.ts'
import { OwnPartCard } from './own-part.tsx'
import { findOpenAgain, listOwnParts, ownVendorId, readGroupBuy } from './queries.ts'
import { buyMeta } from './share.ts'
import { ShareBuy } from './share-buy.tsx'
import { readSheet } from './sheet-queries.ts'
import { SheetShort } from './sheet-short.tsx'
import { endedPoolSentence, stateSentence, stateWord } from './state-sentence.ts'
import { ThreePrices } from './three-prices.tsx'
import { useJoin } from './use-join.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  const { buy, error } = await readGroupBuy(api, params.id)
  if (!buy && !error) throw data(joinTexts.notFound, { status: 404 })
  const now = new Date().toISOString()
  const { origin } = context.get(siteContext)
  if (buy) context.set(structuredContext, buyThings(buy, { origin, now }))
  const [parts, vendorId, again, { sheet }, measures] = await Promise.all([
    buy ? listOwnParts(api, [buy.id], viewer.userId) : [],
    ownVendorId(api, viewer.userId),
    buy && !isOpen(buy, now) ? findOpenAgain(api, buy.product_id, now) : null,
    buy && hasSheet(buy.status) ? readSheet(api, buy.id) : { sheet: null },
    readMeasures(api),
  ])
  return {
    buy,
    failure: error,
    parts,
    again,
    sheet,
    weight: buy ? weightText(buy, measures) : '',
    ownShop: vendorId !== null && vendorId === buy?.vendor_id,
    signedIn: viewer.userId !== null,
    joinKey: crypto.randomUUID(),
    now,
    origin,
  }
}

/** What one unit weighs, as it was when the buy was published. */
function weightText(
  { product_name: name, category, unit, kg_per_unit }: Weighty,
  measures: Parameters<typeof amountText>[1],
): string {
  return kg_per_unit === null ? '' : amountText({ name, category, unit, quantity: 1, kg_per_unit }, measures)
}

interface Weighty {
  product_name: string
  category: string
  unit: string
  kg_per_unit: number | null
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  return form.get('intent') === 'leave' ? leaveByForm(api, form) : joinByForm(api, form)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return orOffline(serverAction, () => (form.get('intent') === 'leave' ? leaveOffline() : joinOffline(form)))
}

export const shouldRevalidate = keepWhenOffline

export default function GroupBuy({ loaderData }: Route.ComponentProps) {
  const { buy, failure } = loaderData
  if (buy) return <Buy {...loaderData} buy={buy} />
  return <ErrorState message={failure ?? ''} reload="Nothing is lost." />
}

type Loaded = Route.ComponentProps['loaderData']
type BuyProps = Loaded & { buy: NonNullable<Loaded['buy']> }

function Buy({ buy: loaded, now, parts, again, sheet, weight, origin, ...viewer }: BuyProps) {
  const { joinOutcome, left } = useOutcome()
  const live = useLiveCounts([loaded.id], now).get(loaded.id)
  const buy = { ...loaded, ...live, current_price: live?.current_price ?? loaded.current_price }
  const join = useJoin({ buy, parts, answered: joinOutcome, now })
  const open = isOpen(buy, now)
  // A suspended shop takes no new orders; the accepted ones stand.
  const shopOpen = buy.vendor?.status === 'active'
  const joinable = open && shopOpen
  // Somebody may leave and join again; the joined order tells which came last.
  const joined = left?.left && !parts.some(({ id }) => id === join.joined?.orderId) ? null : join.joined
  const share = <ShareBuy buy={buy} origin={origin} />
  const panel = { buy, join, parts, here: `/group-buys/${buy.id}`, ...viewer }
  return (
    <>
      <PageHeading lead={<Seller buy={buy} />}>{buy.product_name}</PageHeading>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-8">
        <div className="grid content-start gap-6">
          <Shown
            buy={buy}
            now={now}
            open={open}
            shopOpen={shopOpen}
            mine={parts.reduce((sum, { quantity }) => sum + quantity, 0)}
          />
          {open && !shopOpen && <ShopClosed end={buy.end_date} joined={parts.length > 0} />}
          {!open && (
            <Notice tone="info" title={joinTexts.notActive}>
              {stateSentence(buy, now)}
              <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
                {again && (
                  <LinkButton to={`/group-buys/${again.id}`}>
                    Open again at {naira(again.current_price)} a {again.unit}
                  </LinkButton>
                )}
                <LinkButton to="/group-buys" tone="plain">
                  See what is open
                </LinkButton>
              </p>
            </Notice>
          )}
          {sheet && <SheetShort sheet={sheet} />}
          {!NEVER_HAPPENED.has(buy.status) && <ThreePrices buy={buy} open={open} />}
        </div>
        <div className="grid content-start gap-4 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          {left && !(left.left && joined) && <Notice tone={left.left ? 'success' : 'error'}>{left.text}</Notice>}
          <JoinedNotice buy={buy} join={{ joined }}>
            <div className="mt-3 grid gap-2">
              <p className="font-semibold">The price falls as more people join. Bring somebody:</p>
              {share}
            </div>
          </JoinedNotice>
          <OwnPartCard parts={parts} buy={buy} open={open} />
          {joinable && <JoinPanel {...panel} />}
          {joinable && !joined && share}
        </div>
        <BuyFacts buy={buy} weight={weight} now={now} open={open} />
      </div>
      {joinable && <JoinBar {...panel} />}
    </>
  )
}

function ShopClosed({ end, joined }: { end: string; joined: boolean }) {
  return (
    <Notice tone="warning" title="The shop is not open at the moment.">
      Nobody can join or take more until it opens again.
      {joined &&
        ` Your order stands. You can leave until the group buy closes, ${moment(end)}; unpaid, you owe nothing.`}
    </Notice>
  )
}

const NEVER_HAPPENED = new Set(['failed', 'cancelled'])

interface ShownProps {
  buy: BuyProps['buy']
  now: string
  open: boolean
  shopOpen: boolean
  /** The viewer's units in it. */
  mine: number
}

/** Basin, price tag, time left and pool. */
function Shown({ buy, now, open, shopOpen, mine }: ShownProps) {
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[240px_minmax(0,1fr)] sm:gap-x-6">
      <img
        src={buy.image_url ?? '/basins/empty.svg'}
        alt=""
        width={240}
        height={240}
        fetchPriority="high"
        className="size-28 rounded-card bg-kraft p-1 sm:row-span-2 sm:size-60 sm:p-4"
      />
      <div className="grid gap-2 sm:self-end">
        {!open && (
          <p>
            <Badge tone={NEVER_HAPPENED.has(buy.status) ? 'urgent' : 'info'}>{stateWord(buy)}</Badge>
          </p>
        )}
        {!NEVER_HAPPENED.has(buy.status) && (
          <PriceTag
            price={buy.final_price ?? buy.current_price}
            basePrice={buy.base_price}
            unit={buy.unit}
            size="page"
          />
        )}
        {open && <Countdown endsAt={buy.end_date} now={now} showMoment />}
        {mine > 0 && (
          <a href="#your-part" className="text-link text-14 font-semibold">
            You have {countUnits(mine, buy.unit)}
          </a>
        )}
      </div>
      <div className="col-span-2 sm:col-span-1 sm:self-start">
        {!NEVER_HAPPENED.has(buy.status) && (
          <PoolBar
            joined={buy.current_participants}
            paid={buy.paid_participants}
            minParticipants={buy.min_participants}
            tiers={parsePriceTiers(buy.price_tiers)}
            detail
            {...(!open && { sentence: endedPoolSentence(buy) })}
            {...(open && !shopOpen && { sentence: 'Nobody can join while the shop is closed' })}
          />
        )}
      </div>
    </div>
  )
}

/** The results of the page's forms: leaving always, joining only without scripts. */
function useOutcome() {
  const answered = useActionData<typeof action>()
  if (!answered) return { joinOutcome: null, left: null }
  return 'left' in answered ? { joinOutcome: null, left: answered } : { joinOutcome: answered, left: null }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.buy
    ? buyMeta(loaderData.buy, loaderData)
    : [{ title: `${joinTexts.notFound} · ${brand.name}` }, { name: 'robots', content: 'noindex' }]

export const handle: PageHandle = {
  ownCard: (loaderData) => Boolean((loaderData as Route.ComponentProps['loaderData'] | undefined)?.buy),
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404) {
    return (
      <>
        <PageHeading lead="The link may be cut off, or the vendor withdrew the group buy before it opened.">
          {joinTexts.notFound}
        </PageHeading>
        <LinkButton to="/group-buys">See the active group buys</LinkButton>
      </>
    )
  }
  throw error
}
