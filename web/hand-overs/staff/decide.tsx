import { data, Link, useLocation } from 'react-router'
import { rateText } from '#domain/settings/settings.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo, moment, plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type HeldHandOver, readUncollected, type Uncollected, worthKobo } from '../holding-queries.ts'
import { goodsText, outcomeTexts, preferenceTexts } from '../holding-texts.ts'
import type { Route } from './+types/decide.ts'
import { type DecisionResult, handleUncollectedForm } from './decide-action.ts'
import { CallForm, ContactForm, DecideForm } from './decide-forms.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isId(params.id)) throw data(ORDER_NOT_FOUND, { status: 404 })
  const { found, held, failure } = await readUncollected(context.get(apiContext), params.id)
  if (!found && !failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  const isOwn = found?.order.user_id === context.get(viewerContext).userId
  return { found, held, failure, isOwn, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return handleUncollectedForm(context.get(apiContext), { form: await readForm(request), orderId: params.id })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** An uncollected order: remaining goods, the buyer's preference, calls, and the decision. */
export default function DecideUncollected({ loaderData, actionData }: Route.ComponentProps) {
  const { found, held, failure, isOwn, key } = loaderData
  const result: DecisionResult | undefined = actionData
  const base = useLocation().pathname.split('/').slice(0, 3).join('/')
  if (!found) return <ErrorState message={failure ?? ''} reload />
  const { order, vendor, closed_at, outcome } = found
  return (
    <>
      <PageHeading
        lead={vendor?.business_name ?? ''}
        action={
          <Badge tone={closed_at ? 'plain' : 'urgent'}>{outcome ? outcomeTexts[outcome] : 'Not collected'}</Badge>
        }
      >
        Order {order.order_no}, {order.buyer_name}
      </PageHeading>
      <p className="mb-5">
        <Link to={base} className="inline-flex min-h-11 items-center text-link">
          All uncollected orders
        </Link>
      </p>
      <OutcomeNotice outcome={result} />
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-labelledby="facts">
          <SectionHeading id="facts">Details</SectionHeading>
          <DataList facts={uncollectedFacts(found, held)} />
          <Calls calls={found.calls} />
        </section>
        {!closed_at && isOwn && <p>This is your own order. A colleague decides about it with you.</p>}
        {!closed_at && !isOwn && held && (
          <div className="grid content-start gap-8">
            <ContactForm contact={result?.contact} />
            <CallForm formKey={key} result={result} />
            <DecideForm
              formKey={key}
              result={result}
              worth={worthKobo(order, held.lines)}
              held={held}
              uncollected={found}
            />
          </div>
        )}
      </div>
    </>
  )
}

function uncollectedFacts(found: Uncollected, held: HeldHandOver | null) {
  const {
    due_until,
    opened_at,
    preferred_outcome,
    preferred_at,
    closed_at,
    reason,
    proceeds_kobo,
    returned_kobo,
    handling_bps,
  } = found
  const facts = [
    ...(held ? [{ label: 'Goods left', value: goodsText(held.lines) }] : []),
    ...(held
      ? [{ label: 'Place', value: held.shelf ? `${held.place_name}, shelf ${held.shelf}` : held.place_name }]
      : []),
    { label: 'Time to collect', value: `ended ${moment(due_until)}` },
    { label: 'Grace', value: `ended ${moment(opened_at)}` },
    ...(closed_at
      ? []
      : [
          {
            label: 'The buyer',
            value:
              preferred_outcome && preferred_at
                ? `${preferenceTexts[preferred_outcome]}: agreed ${moment(preferred_at)}`
                : 'has not answered yet',
          },
        ]),
    ...(held ? [{ label: 'Left uncollected', value: `${plural(held.missed, 'order')} so far, with this one` }] : []),
    { label: 'Handling', value: `${rateText(handling_bps)} of what a sale brings, as the buyer was told` },
  ]
  if (!closed_at) return facts
  return [
    ...facts,
    { label: 'Decided', value: moment(closed_at) },
    ...(reason ? [{ label: 'Reason', value: reason }] : []),
    ...(proceeds_kobo ? [{ label: 'Sold for', value: kobo(proceeds_kobo) }] : []),
    ...(returned_kobo ? [{ label: 'Back to the buyer', value: kobo(returned_kobo) }] : []),
  ]
}

function Calls({ calls }: Pick<Uncollected, 'calls'>) {
  return (
    <div className="mt-6">
      <h3 className="mb-2 text-18">Calls</h3>
      {calls.length === 0 && <p className="text-soft">No calls yet.</p>}
      <ul className="divide-y divide-grain">
        {[...calls]
          .sort((a, b) => a.called_at.localeCompare(b.called_at))
          .map(({ id, reached, note, called_at }) => (
            <li key={id} className="py-2 break-words">
              {moment(called_at)}, {reached ? 'reached' : 'nobody answered'}
              <span className="block text-14 text-soft">{note}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Not collected', 'Decide with the buyer what happens to the goods.')

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: 'It was collected in time, or it is in another state.',
  back: 'All uncollected orders',
  to: '..',
})
