import { data, Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { ActLine } from '#web/desk/acts/act-line.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment, kobo } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import type { Route } from './+types/payout.ts'
import { readPayout } from './payout-list.ts'
import { type PayoutSurroundings, readPayoutSurroundings } from './payout-queries.ts'
import { mayAskAgain, payoutStateText, payoutTone } from './payout-states.ts'
import { AskAgain, payoutFacts } from './stuck-payouts.tsx'

const PAYOUT_NOT_FOUND = 'This payout does not exist'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const payout = await readPayout(api, params.id)
  if (!payout) throw data(PAYOUT_NOT_FOUND, { status: 404 })
  return { payout, around: await readPayoutSurroundings(api, payout) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = await context.get(apiContext).command('check-payout', { payout_id: params.id })
  return commandResult(form, asked, 'The gateway is being asked. The answer is here within a minute.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A payout: to whom, how far it is, the orders that it pays out, its entries, and who did what. */
export default function PayoutScreen({ loaderData: { payout, around }, actionData }: Route.ComponentProps) {
  const { id, shop_name: shop, status, weekly_for: payDay, arrived_at: arrived } = payout
  return (
    <RecordScreen
      list={{ label: 'Payouts', to: '/chief/payouts' }}
      title={`${kobo(payout.amount_kobo)} to ${shop}`}
      lead={payDay ? `Weekly payout of ${datedDay(payDay)}.` : 'A payout that the shop asked for.'}
      status={<Badge tone={payoutTone(payout)}>{payoutStateText(status)}</Badge>}
      notices={<OutcomeNotice outcome={actionData} />}
      acts={
        <>
          {mayAskAgain(status) && <AskAgain id={id} />}
          <Link to="/chief/payouts?show=shops" className="inline-flex min-h-11 items-center text-link">
            Stop payouts to a shop
          </Link>
        </>
      }
    >
      <div className="grid gap-8 md:grid-cols-2">
        <RecordSection id="payout" title="Payout">
          <DataList
            facts={[...payoutFacts(payout), { label: 'Arrived', value: arrived ? datedMoment(arrived) : 'not yet' }]}
          />
        </RecordSection>
        <Entries around={around} />
      </div>
      <Orders around={around} />
      <History around={around} />
    </RecordScreen>
  )
}

function Entries({ around: { entries, accountId } }: { around: PayoutSurroundings }) {
  return (
    <RecordSection id="entries" title="In the ledger">
      {entries.length === 0 && <p className="text-soft">No entry.</p>}
      <ul className="grid gap-2 empty:hidden">
        {entries.map(({ id, kind, amount_kobo: amount, posted_at: at }) => (
          <li key={id}>
            <strong className="tabular-nums">{kobo(amount ?? 0)}</strong> {ENTRIES[kind ?? ''] ?? kind},{' '}
            {datedMoment(at ?? '')}
          </li>
        ))}
      </ul>
      {accountId && (
        <Link to={`/chief/ledger/accounts/${accountId}`} className="inline-flex min-h-11 items-center text-link">
          Its account in the ledger
        </Link>
      )}
    </RecordSection>
  )
}

const ENTRIES: Readonly<Record<string, string>> = {
  payout_begun: 'taken out of the shop’s balance',
  payout_arrived: 'left our bank',
  payout_failed: 'back in the shop’s balance',
}

function Orders({ around: { orders, hasMoreOrders } }: { around: PayoutSurroundings }) {
  return (
    <RecordSection id="orders" title="Orders that it pays out">
      {orders.length === 0 && <p className="text-soft">No order is part of it, because its money went back.</p>}
      <ul className="grid gap-2 empty:hidden">
        {orders.map(({ order_id: id, order_no: no, product_name: product, amount_kobo: amount }) => (
          <li key={id} className="wrap-anywhere">
            <RecordLink kind="order" id={id ?? ''}>
              Order {no}
            </RecordLink>
            : <span className="tabular-nums">{kobo(amount ?? 0)}</span>, {product}
          </li>
        ))}
      </ul>
      {hasMoreOrders && <p className="mt-2 text-soft">The first 100 orders are shown.</p>}
    </RecordSection>
  )
}

const CAUSES: Readonly<Record<string, string>> = {
  clock: 'by the weekly pay day',
  vendor: 'by the vendor',
  gateway: 'by the gateway',
  chief: 'by a chief',
}

function History({ around: { moves, acts } }: { around: PayoutSurroundings }) {
  return (
    <RecordSection id="history" title="What happened, and who did what">
      <ol className="grid gap-2">
        {moves.map(({ id, to_status: state, cause, at }) => (
          <li key={id}>
            {payoutStateText(state)} {CAUSES[cause] ?? ''}
            <span className="block text-14 text-soft">{datedMoment(at)}</span>
          </li>
        ))}
        {acts.map((act) => (
          <li key={act.id}>
            <span className="block max-w-measure wrap-anywhere">
              <ActLine act={act} />
            </span>
            <span className="text-14 text-soft">{datedMoment(act.at)}</span>
          </li>
        ))}
      </ol>
    </RecordSection>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Payout to ${loaderData.payout.shop_name}` : PAYOUT_NOT_FOUND, 'A payout and its orders.')

export const ErrorBoundary = notFoundBoundary({
  title: PAYOUT_NOT_FOUND,
  lead: 'The address may be mistyped.',
  back: 'All payouts',
  to: '..',
})
