import { Form, Link, useNavigation } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { quantityRequestLabels } from '#domain/quantity-requests/quantity-request.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { pageParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/requests.ts'
import { listRequestedQuantities, type RequestedQuantity } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const ended = url.searchParams.get('show') === 'ended'
  const page = pageParam(url.searchParams)
  return { ended, page, list: await listRequestedQuantities(context.get(apiContext), { ended, page }) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const input = {
    quantity_request_id: field('id'),
    quantity: Number(field('quantity')),
    answer: field('answer') === 'grant' ? ('grant' as const) : ('decline' as const),
    reason: field('reason'),
  }
  const done = await context.get(apiContext).command('answer-quantity-request', input)
  return commandResult(form, done, 'Answered. The buyer is told.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Buyers who ask the shop for more of a group buy than one person may take. */
export default function Requests({ loaderData: { ended, page, list }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Buyers who would like more than one person may take. If you agree, they may join with so many; nothing is reserved for them.">
        Requests
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <p className="mb-4">
        <Link
          to={ended ? '/vendor/requests' : '/vendor/requests?show=ended'}
          className="inline-flex min-h-11 items-center text-link"
        >
          {ended ? 'Open requests' : 'Answered requests'}
        </Link>
      </p>
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && (
        <EmptyState title="No requests here.">They appear when a buyer asks for more.</EmptyState>
      )}
      <ul className="grid max-w-[720px] gap-8">
        {list.rows.map((asked) => (
          <li key={asked.id}>
            <QuantityRequest
              asked={asked}
              typed={actionData?.values.id === asked.id ? (actionData.values.reason ?? '') : ''}
            />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(wanted) => pathWithParams('/vendor/requests', { show: ended ? 'ended' : '', page: wanted })}
        label="requests"
      />
    </>
  )
}

function QuantityRequest({ asked, typed }: { asked: RequestedQuantity; typed: string }) {
  const { id, quantity, unit, own_quantity: own, free_quantity: free, max_quantity: most } = asked
  const busy = useNavigation().state === 'submitting'
  const name = asked.person_name || 'A buyer'
  return (
    <article className="grid gap-3">
      <h2 className="text-18 break-words">
        {name}: {countUnits(quantity, unit)} of {asked.product_name}
      </h2>
      <p className="text-14 text-soft">
        Asked {longDay(asked.created_at)}. {own > 0 && `Has ${countUnits(own, unit)}. `}
        {most !== null && `One person may take ${countUnits(most, unit)}. `}
        {asked.status === 'open' ? `${countUnits(free, unit)} left.` : `${quantityRequestLabels[asked.status]}.`}
      </p>
      {asked.note && <p className="break-words">“{asked.note}”</p>}
      {asked.reason && <p className="break-words">Your reason: {asked.reason}</p>}
      {asked.status === 'open' && (
        <Form method="post" className="grid gap-3">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="quantity" value={quantity} />
          <TextField
            label="Reason"
            name="reason"
            maxLength={300}
            defaultValue={typed}
            required={false}
            hint="Required to decline; the buyer sees it."
          />
          <div className="flex flex-wrap gap-3">
            <Button
              name="answer"
              value="grant"
              busy={busy}
              busyLabel="Saving"
              aria-label={`Agree to the request of ${name}`}
            >
              Agree
            </Button>
            <Button
              name="answer"
              value="decline"
              tone="danger"
              busy={busy}
              busyLabel="Saving"
              aria-label={`Decline the request of ${name}`}
            >
              Decline
            </Button>
          </div>
        </Form>
      )}
    </article>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Requests', 'Buyers who ask for more than one person may take.')
