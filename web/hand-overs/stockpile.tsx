import { useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { rateText } from '#domain/settings/settings.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/stockpile.ts'
import { lineBalance } from './balance.ts'
import { listStoredOrders, type StoredOrder, type Uncollected } from './holding-queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const found = await listStoredOrders(context.get(apiContext), context.get(viewerContext).userId ?? '')
  return { ...found, key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const preference = form.field('preferred_outcome')
  const choice = {
    order_id: form.field('order_id'),
    preferred_outcome: preference === 'resale' || preference === 'donation' ? preference : null,
  } as const
  const done = await context.get(apiContext).command('choose-uncollected-outcome', choice, form.key)
  return commandResult(form, done, ({ preferred_outcome: saved }) => SAVED_TEXTS[saved ?? 'none'])
}

const SAVED_TEXTS = {
  resale: /*i18n*/ 'You agreed that we sell it for you. We will tell you how much it brought.',
  donation: /*i18n*/ 'You agreed that we give it away. Thank you.',
  none: /*i18n*/ 'You have taken your agreement back.',
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A buyer's stockpiles as accounts of goods: what came in, what was collected, what is left and until when. */
export default function Stockpile({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { storedOrders, missed, failure, key, now } = loaderData
  const present = storedOrders.filter(({ until }) => until !== null)
  const past = storedOrders.filter(({ until }) => until === null)
  return (
    <>
      <PageHeading lead={i18n.t('What we keep for you, what you have taken, and how long it is free.')}>
        {i18n.t('Kept for you')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {failure && <ErrorState message={failure} reload={i18n.t('Your food is safe.')} />}
      {present.length === 0 && !failure && (
        <EmptyState
          title={i18n.t('We keep nothing for you now')}
          action={<LinkButton to="/account/orders">{i18n.t('Your orders')}</LinkButton>}
        >
          {i18n.t(
            'If your food keeps well, you can choose “Leave it with us” before the price is final. It is free for 14 days.',
          )}
        </EmptyState>
      )}
      <div className="grid gap-8">
        {[...present, ...past].map((order) => (
          <StoredOrderCard key={order.id} order={order} now={now} formKey={key} />
        ))}
      </div>
      {missed > 0 && (
        <p className="mt-8 max-w-measure text-14 text-soft">
          {counted(i18n, missed, {
            one: /*i18n*/ 'You did not collect {count} order in time, not even in the extra days. Staff of the places where you collect see this number and nothing more. It does not change your prices.',
            many: /*i18n*/ 'You did not collect {count} orders in time, not even in the extra days. Staff of the places where you collect see this number and nothing more. It does not change your prices.',
          })}
        </p>
      )}
    </>
  )
}

interface StoredOrderProps {
  order: StoredOrder
  now: string
  formKey: string
}

function StoredOrderCard({ order, now, formKey }: StoredOrderProps) {
  const { i18n } = useLingui()
  const { id, order_no, vendor, place, until, uncollected } = order
  return (
    <section id={id} aria-labelledby={`order-${order_no}`} className="scroll-mt-4 border-t border-grain pt-4">
      <h2 id={`order-${order_no}`} className="mb-1 text-18">
        <Link to={`/account/orders/${id}`} className="text-link">
          {i18n.t('Order {number}', { number: order_no })}
        </Link>
        {vendor && <span className="font-normal text-soft">, {vendor.business_name}</span>}
      </h2>
      <p className="mb-3 break-words">
        {place ? `${place.name}, ${place.street}, ${place.lga}. ` : ''}
        {until && <Until until={until} now={now} kind={uncollected?.kind ?? order.fulfilment} />}
      </p>
      {order.lines.map((line) => (
        <LineBalance key={line.id} order={order} line={line} />
      ))}
      {uncollected && <NextStep uncollected={uncollected} formKey={formKey} />}
      {until && (
        <div className="mt-4 flex flex-wrap gap-3">
          <LinkButton to="/account/codes">{i18n.t('Show my code')}</LinkButton>
          <LinkButton to={`/account/orders/${id}/where`} tone="plain">
            {i18n.t('Have it brought: see the fee')}
          </LinkButton>
        </div>
      )}
    </section>
  )
}

function Until({ until, now, kind }: { until: { due: string; grace: string }; now: string; kind: string }) {
  const { i18n } = useLingui()
  return <strong>{untilText()}</strong>

  function untilText(): string {
    const time = moment(now < until.due ? until.due : until.grace)
    if (now < until.due) {
      return kind === 'stockpile' ? i18n.t('Free until {time}.', { time }) : i18n.t('Collect it by {time}.', { time })
    }
    return now < until.grace
      ? i18n.t('The time is over. Please collect it by {time}.', { time })
      : i18n.t('The time is over. It is still yours.')
  }
}

/** The movements of one line and what is left. */
function LineBalance({ order, line }: { order: StoredOrder; line: StoredOrder['lines'][number] }) {
  const { i18n } = useLingui()
  return (
    <table className="mb-4 w-full max-w-measure">
      <caption className="pb-1 text-left font-semibold break-words">{line.product_name}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{i18n.t('What happened')}</th>
          <th scope="col">{i18n.t('How much')}</th>
        </tr>
      </thead>
      <tbody>
        {lineBalance(i18n, order, line).map(({ key, text, at, quantity, isLeft }) => (
          <tr key={key} className="border-t border-grain align-top">
            <th scope="row" className={`py-2 pr-3 text-left break-words ${isLeft ? '' : 'font-normal'}`}>
              {text}
              {at && <span className="block text-14 font-normal text-soft">{moment(at)}</span>}
            </th>
            <td className={`py-2 text-right whitespace-nowrap tabular-nums ${isLeft ? 'font-bold' : ''}`}>
              {quantity < 0 ? `−${countUnits(-quantity, line.unit)}` : countUnits(quantity, line.unit)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** After the grace period: the buyer's options, the preference noted by staff, or the outcome. */
function NextStep({ uncollected, formKey }: { uncollected: Uncollected; formKey: string }) {
  const { i18n } = useLingui()
  const { closed_at, outcome, proceeds_kobo, returned_kobo, reason, calls } = uncollected
  return (
    <div className="mt-3 grid max-w-measure gap-3">
      {closed_at && outcome === 'resale' && (
        <p>
          {i18n.t('We sold it for {price}. {back} came back to you, and {fee} is our handling fee.', {
            price: kobo(proceeds_kobo ?? 0),
            back: kobo(returned_kobo ?? 0),
            fee: kobo((proceeds_kobo ?? 0) - (returned_kobo ?? 0)),
          })}
        </p>
      )}
      {closed_at && outcome === 'donation' && <p>{i18n.t('It was given away, as you agreed.')}</p>}
      {closed_at && outcome === 'spoiled' && (
        <p>{i18n.t('It had spoiled, so we could not sell it or give it away.')}</p>
      )}
      {closed_at && reason && <p className="break-words">{i18n.t('Our staff wrote: {text}', { text: reason })}</p>}
      {!closed_at && <PreferenceForm uncollected={uncollected} formKey={formKey} />}
      {calls.length > 0 && (
        <ul className="text-14 text-soft">
          {[...calls]
            .sort((a, b) => a.called_at.localeCompare(b.called_at))
            .map(({ id, reached, note, called_at }) => (
              <li key={id} className="break-words">
                {reached
                  ? i18n.t('We called you on {time}: {note}', { time: moment(called_at), note })
                  : i18n.t('We called you on {time} and nobody answered: {note}', { time: moment(called_at), note })}
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

function PreferenceForm({ uncollected, formKey }: { uncollected: Uncollected; formKey: string }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formMethod === 'POST'
  const { order_id, preferred_outcome: preference, handling_bps, perishes } = uncollected
  return (
    <Notice tone="warning" title={i18n.t('What should we do with it?')}>
      <p>
        {i18n.t(
          'It is still yours: collect it or have it brought. Or agree that we sell it: you get what it brings, less {rate} for our handling. Or agree that we give it to people who need it.',
          { rate: rateText(handling_bps) },
        )}{' '}
        {perishes && i18n.t('This food does not keep. Once it is spoiled, we cannot sell it or give it away.')}
      </p>
      {preference && (
        <p className="mt-2">
          <Badge tone="good">{i18n.t('You agreed')}</Badge>{' '}
          {preference === 'resale' ? i18n.t('We sell it for you.') : i18n.t('We give it away.')}
        </p>
      )}
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="order_id" value={order_id} />
        {preference !== 'resale' && (
          <Button name="preferred_outcome" value="resale" tone="plain" busy={busy}>
            {i18n.t('Sell it for me')}
          </Button>
        )}
        {preference !== 'donation' && (
          <Button name="preferred_outcome" value="donation" tone="plain" busy={busy}>
            {i18n.t('Give it away')}
          </Button>
        )}
        {preference && (
          <Button name="preferred_outcome" value="" tone="plain" busy={busy}>
            {i18n.t('Take my agreement back')}
          </Button>
        )}
      </Form>
    </Notice>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Kept for you'), i18n.t('What we keep for you, and how long it is free.'))
}
