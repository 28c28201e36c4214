import { useLingui } from '@lingui/react'
import { data } from 'react-router'
import { readMeasures } from '#api/measures.ts'
import { readReferralCode } from '#api/referral-code.ts'
import { brand } from '#domain/brand/brand.ts'
import { invitationText } from '#domain/group-buys/pool-sentence.ts'
import { hasSheet } from '#domain/group-buys/sheet.ts'
import { isCalledOff } from '#domain/group-buys/states.ts'
import { payBy } from '#domain/orders/pay-by.ts'
import { isLiveOrder } from '#domain/orders/states.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext, areaContext, i18nContext, siteContext, structuredContext, viewerContext } from '#web/context.ts'
import { isOpen } from '#web/group-buys/is-open.ts'
import { focusResult } from '#web/group-buys/joining/focus-result.ts'
import { joinOffline } from '#web/group-buys/joining/join.ts'
import { currentMaximum, JOIN_ID, JoinBar, JoinPanel } from '#web/group-buys/joining/join-panel.tsx'
import { JoinedNotice } from '#web/group-buys/joining/joined-notice.tsx'
import { leaveByForm, leaveOffline, undoByForm } from '#web/group-buys/joining/leave.ts'
import { NameForm } from '#web/group-buys/joining/name-form.tsx'
import { OwnPartCard } from '#web/group-buys/joining/own-part.tsx'
import offlineScript from '#web/group-buys/joining/say-offline.js?url&no-inline'
import { nameByForm, nameOffline } from '#web/group-buys/joining/show-name.ts'
import { UndoMore } from '#web/group-buys/joining/undo-more.tsx'
import { useJoin } from '#web/group-buys/joining/use-join.ts'
import { readWantedJoin } from '#web/group-buys/joining/wanted-join.ts'
import { useLiveCounts } from '#web/group-buys/live/use-live-counts.ts'
import { BuyFigures } from '#web/group-buys/overview/buy-figures.tsx'
import { BuyOverview } from '#web/group-buys/overview/buy-overview.tsx'
import { buyStructuredData } from '#web/group-buys/overview/buy-structured-data.server.ts'
import { NotOpen, ShopClosed } from '#web/group-buys/overview/not-open.tsx'
import { poolOf } from '#web/group-buys/overview/pool-of.ts'
import { readOnlyParts } from '#web/group-buys/overview/read-only.server.tsx'
import { Seller } from '#web/group-buys/overview/seller.tsx'
import { buyMeta } from '#web/group-buys/overview/share.ts'
import { ShareBuy } from '#web/group-buys/overview/share-buy.tsx'
import { placesLeft } from '#web/group-buys/prices/places-left.ts'
import { ThreePrices } from '#web/group-buys/prices/three-prices.tsx'
import { TierLadder } from '#web/group-buys/prices/tier-ladder.tsx'
import {
  findOpenBuyOfProduct,
  isPaidOnJoining,
  listBuyNames,
  listDatedParts,
  readGroupBuy,
  readOwnConsent,
  readOwnVendorId,
} from '#web/group-buys/queries.ts'
import { readSheet } from '#web/group-buys/sheet/sheet-queries.ts'
import { readOwnWait } from '#web/group-buys/waiting-list/queries.ts'
import { waitByForm, waitOffline } from '#web/group-buys/waiting-list/wait.ts'
import { WaitingList } from '#web/group-buys/waiting-list/waiting-list.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { readShopFulfilment } from '#web/places/queries.ts'
import { StaticPart } from '#web/rendering/static-part.tsx'
import type { PageHandle } from '#web/shell.ts'
import { savesData } from '#web/theme/low-data.ts'
import { PayBar } from '#web/ui/controls/pay-link.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { splitCalendar } from '#web/vendors/shop-calendar.server.tsx'
import type { Route } from './+types/buy.ts'
import { readBesideBuy } from './buy-beside.server.tsx'
import { joinOnPage, readTypedUpTo } from './buy-join.server.ts'
import { latePartsHtml } from './buy-late.server.tsx'
import { useBuyOutcome } from './buy-outcome.ts'
import { readBuyTerms } from './buy-terms.server.tsx'

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const { buy: stored, error } = await readGroupBuy(api, params.id)
  if (!stored && !error) throw data(joinTexts.notFound, { status: 404 })
  const now = new Date().toISOString()
  if (!stored) return { buy: null, failure: error, origin: context.get(siteContext).origin, now }
  const open = isOpen(stored, now)
  const i18n = context.get(i18nContext)
  const shop = stored.vendor && splitCalendar(stored.vendor, { now: new Date(now), i18n, isBuy: true })
  const vendor = shop?.shop ?? null
  const buy = { ...stored, vendor }
  const [parts, vendorId, again, { sheet }, measures, names, isNamed, { code }, beside, onJoining, ways, wait, terms] =
    await Promise.all([
      listDatedParts(api, buy.id, userId),
      readOwnVendorId(api, userId),
      open ? null : findOpenBuyOfProduct(api, buy.product_id, now),
      hasSheet(buy.status) ? readSheet(api, buy.id) : { sheet: null },
      readMeasures(api),
      listBuyNames(api, buy.id),
      readOwnConsent(api, buy.id, userId),
      readReferralCode(api, userId),
      readBesideBuy(api, buy, { now, open, userId, i18n }),
      isPaidOnJoining(api, buy, userId),
      vendor && !isCalledOff(buy.status) ? readShopFulfilment(api, { ...vendor, city: buy.vendor_location }) : null,
      open ? readOwnWait(api, buy.id, userId) : null,
      readBuyTerms(api, buy, { userId: open ? userId : null, i18n }),
    ])
  const { origin } = context.get(siteContext)
  context.set(structuredContext, buyStructuredData(buy, { origin, now }))
  const address = `${origin}/group-buys/${buy.id}`
  return {
    buy,
    failure: null,
    parts,
    wait,
    terms,
    wanted: wait?.isOffered
      ? { quantity: wait.quantity, refusal: null }
      : userId
        ? readWantedJoin(url.searchParams)
        : null,
    again,
    names,
    isNamed,
    code,
    fromShop: beside.fromShop,
    late: await latePartsHtml(api, { parts, buy, now, i18n, userId }),
    readOnly: readOnlyParts(request, {
      buy,
      measures,
      now,
      open,
      address,
      paysOnJoining: onJoining,
      hasJoined: parts.some(({ status }) => isLiveOrder(status)),
      signedIn: userId !== null,
      typedUpTo: readTypedUpTo(context),
      sheet,
      ways,
      calendar: open && shop ? shop.calendar : '',
      area: await context.get(areaContext)(),
      i18n,
      savesData: savesData(request.headers),
      beside,
    }),
    ownShop: vendorId !== null && vendorId === buy.vendor_id,
    signedIn: userId !== null,
    joinKey: crypto.randomUUID(),
    now,
    origin,
    address,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const intent = form.get('intent')
  if (intent === 'show-name') return nameByForm(api, form, context.get(viewerContext).userId)
  if (intent === 'leave') return leaveByForm(api, form)
  if (intent === 'undo') return undoByForm(api, form)
  if (intent === 'wait' || intent === 'stop-waiting') return waitByForm(api, form)
  return joinOnPage(context, form)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withOfflineFallback(serverAction, () => OFFLINE.get(String(form.get('intent')))?.() ?? joinOffline(form))
}

/** The results without the server, by intent; that of joining depends on the form. */
const OFFLINE = new Map<string, typeof nameOffline | typeof leaveOffline | typeof waitOffline>([
  ['show-name', nameOffline],
  ['leave', leaveOffline],
  ['undo', leaveOffline],
  ['wait', waitOffline],
  ['stop-waiting', waitOffline],
])

export const shouldRevalidate = revalidateUnlessOffline

export default function GroupBuy({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  if (loaderData.buy) return <Buy {...loaderData} />
  return <ErrorState message={loaderData.failure ?? ''} reload={i18n.t('Nothing is lost.')} />
}

type BuyPageData = Extract<Route.ComponentProps['loaderData'], { buy: object }>

function Buy({
  buy: loaded,
  now,
  parts,
  wait,
  terms,
  wanted,
  again,
  names,
  isNamed,
  code,
  fromShop,
  late,
  readOnly,
  address,
  ...viewer
}: BuyPageData) {
  const { i18n } = useLingui()
  const { joinOutcome, left, naming, waited } = useBuyOutcome()
  const live = useLiveCounts([loaded.id], now).get(loaded.id)
  const buy = { ...loaded, ...live, max_quantity: terms.maxQuantity }
  const join = useJoin({ buy, parts, actionResult: joinOutcome, wanted, now })
  const open = isOpen(buy, now)
  // A suspended shop accepts no new orders; existing orders remain valid.
  const shopOpen = buy.vendor?.status === 'active'
  const joinable = open && shopOpen && !buy.price_vote_until
  // The viewer may leave, or take back what was added, and join again; the order shows which was last.
  const isUndone =
    left?.left && !parts.some(({ id, quantity }) => id === join.joined?.orderId && quantity === join.joined.quantity)
  const joined = isUndone ? null : join.joined
  const isIn = parts.some(({ status }) => isLiveOrder(status))
  const share = <ShareBuy buy={buy} address={address} code={code} primary={joined !== null} />
  const isFull = !wait?.isOffered && placesLeft(buy, join.mine) === 0
  const waiting = (wait || isFull) && !viewer.ownShop && (
    <WaitingList buy={buy} own={wait} limits={join.limits} signedIn={viewer.signedIn} outcome={waited} />
  )
  const panel = { buy, join, parts, now, isFull: isFull && !viewer.ownShop, waiting, ...viewer }
  return (
    <>
      {joinable && (
        <a href={`#${JOIN_ID}`} className="skip-link">
          {i18n.t('Skip to joining')}
        </a>
      )}
      <PageHeading lead={<Seller buy={buy} />}>{buy.product_name}</PageHeading>
      <StaticPart id="part-late" html={late} className="mb-6 grid max-w-measure gap-3" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-8">
        <div className="grid grid-cols-1 content-start gap-6">
          <BuyOverview
            buy={buy}
            now={now}
            open={open}
            shopOpen={shopOpen}
            mine={parts.filter(({ status }) => isLiveOrder(status)).reduce((sum, { quantity }) => sum + quantity, 0)}
            names={names}
          />
          <StaticPart id="part-lot" html={readOnly.parts.photographs} />
          {!isCalledOff(buy.status) && <ThreePrices buy={buy} open={open} />}
          {open && !shopOpen && <ShopClosed end={buy.end_date} joined={parts.length > 0} />}
          {!open && <NotOpen buy={buy} now={now} again={again} />}
          {!open && <StaticPart id="part-repeats" html={terms.html} />}
          <StaticPart id="part-ways" html={readOnly.parts.ways} />
        </div>
        <div className="grid grid-cols-1 content-start gap-4 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          {left && !(left.left && joined) && (
            <div ref={focusResult} tabIndex={-1} key={translate(i18n, left.text)}>
              <Notice tone={left.left ? 'success' : 'error'}>{translate(i18n, left.text)}</Notice>
            </div>
          )}
          <JoinedNotice buy={buy} join={{ joined }} now={now}>
            <UndoMore buy={buy} join={join} />
            {joinable && (
              <div className="mt-3 grid gap-2">
                <p className="font-semibold">
                  {translate(i18n, invitationText(poolOf(buy)))} {i18n.t('Tell them:')}
                </p>
                {share}
              </div>
            )}
          </JoinedNotice>
          <OwnPartCard parts={parts} buy={buy} open={open} joinedId={joined?.orderId ?? null} now={now}>
            <StaticPart id="part-from-shop" html={fromShop} />
            {isIn && <NameForm buyId={buy.id} shown={isNamed} failure={naming?.failure ?? null} />}
          </OwnPartCard>
          {joinable && <JoinPanel {...panel} upTo={readOnly.upTo} trust={terms.html + readOnly.trust} />}
          {joinable && !joined && share}
        </div>
        <div className="grid grid-cols-1 content-start gap-8">
          {joinable && <TierLadder buy={buy} most={currentMaximum(panel)} />}
          {open && <BuyFigures buy={buy} now={now} />}
          <StaticPart id="part-more" html={readOnly.parts.more} className="grid grid-cols-1 gap-8" />
        </div>
      </div>
      {joinable && viewer.signedIn && <script src={offlineScript} defer />}
      {joinable && <JoinBar {...panel} />}
      {!joinable && !buy.price_vote_until && join.unpaid && (
        <PayBar order={join.unpaid} until={payBy({ ...join.unpaid, group_buy: buy })} now={now} />
      )}
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return loaderData?.buy
    ? buyMeta(loaderData.buy, { i18n, origin: loaderData.origin, now: loaderData.now })
    : [{ title: `${i18n.t(joinTexts.notFound)} · ${brand.name}` }, { name: 'robots', content: 'noindex' }]
}

export const handle: PageHandle = {
  hasPreviewImage: (loaderData) => Boolean((loaderData as Route.ComponentProps['loaderData'] | undefined)?.buy),
}

export const ErrorBoundary = notFoundBoundary({
  title: joinTexts.notFound,
  lead: /*i18n*/ 'The link may be cut off, or the vendor withdrew the group buy before it opened.',
  back: /*i18n*/ 'See the active group buys',
  to: '/group-buys',
})
