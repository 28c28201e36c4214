import { Form, Link } from 'react-router'
import { shownPhone } from '#domain/forms/phone.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { ReadyOffline } from '#web/offline/outbox/ready-offline.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { clockTime } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/own-run.ts'
import { FailForm } from './fail-form.tsx'
import { type DeliveryRun, listRuns, type Stop } from './queries.ts'
import { handleRunForm } from './run-action.ts'
import { goodsText, stopState, windowText } from './run-texts.ts'
import { ToWeigh } from './to-weigh.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const list = await listRuns(context.get(apiContext), { own: true, now: new Date() })
  return { ...list, key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleRunForm(context.get(apiContext), await readForm(request), context.get(viewerContext).userId)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A rider's stops of the day, in order. */
export default function OwnRun({ loaderData: { runs, failure, key }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead={runs.length > 0 ? 'Hand the goods over first, then enter the buyer’s code.' : undefined}>
        My run
      </PageHeading>
      <ReadyOffline />
      <OutcomeNotice namesFault outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      {runs.length === 0 && !failure && (
        <EmptyState title="You have no run now">
          The person who plans deliveries for your hub or shop adds orders to your run. If you have an invitation,
          accept it under{' '}
          <Link to="/work" className="text-link">
            Today
          </Link>
          .
        </EmptyState>
      )}
      {runs.map((run) => (
        <RiderRun key={run.id} run={run} formKey={key} />
      ))}
    </>
  )
}

function RiderRun({ run, formKey }: { run: DeliveryRun; formKey: string }) {
  const open = run.stops.filter(({ status }) => status === 'open')
  const over = run.stops.filter(({ status }) => status !== 'open')
  return (
    <section aria-labelledby={`run-${run.id}`} className="mb-10">
      <h2 id={`run-${run.id}`} className="text-22">
        {windowText(run)}
      </h2>
      <p className="mb-4 text-soft">
        From {run.place_name}. {open.length} left, {over.length} done.
      </p>
      <ToWeigh run={run} />
      {run.status === 'planned' && (
        <Form method="post" className="mb-4">
          <input type="hidden" name="key" value={`${formKey}-${run.id}`} />
          <input type="hidden" name="run_id" value={run.id} />
          <Button name="intent" value="start">
            I have loaded everything and am leaving
          </Button>
        </Form>
      )}
      {open.length > 1 && (
        <p className="mb-3">
          <a
            href={routeUrl(open)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-link"
          >
            The next doors on one map<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      )}
      <ol className="grid gap-4">
        {open.map((stop, index) => (
          <li key={stop.id} className="rounded-card border border-grain bg-card p-4">
            <OpenStop stop={stop} isOut={run.status === 'out'} formKey={formKey} />
            {open.length > 1 && <MoveStop run={run} open={open} index={index} />}
          </li>
        ))}
      </ol>
      {over.length > 0 && (
        <ul className="mt-4 divide-y divide-grain border-y border-grain">
          {over.map((stop) => (
            <li key={stop.id} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
              <span>
                <strong>{stop.buyer_name}</strong>, order {stop.order_no}
              </span>
              <span className="text-14 text-soft">
                <Badge tone={stopState(stop).tone}>{stopState(stop).label}</Badge>{' '}
                {stop.ended_at && clockTime(stop.ended_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OpenStop({ stop, isOut, formKey }: { stop: Stop; isOut: boolean; formKey: string }) {
  return (
    <>
      <h3 className="text-18">{stop.recipient ?? stop.buyer_name}</h3>
      <p className="break-words">
        {stop.street}, <strong>{stop.lga}</strong>, {stop.state}
        {stop.landmark && <span className="block text-14 text-soft">{stop.landmark}</span>}
      </p>
      <p className="flex flex-wrap gap-x-5">
        <a
          href={mapUrl(stop)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-link"
          aria-label={`Map: order ${stop.order_no} (opens in a new tab)`}
        >
          Map
        </a>
        {stop.phone && (
          <a href={`tel:${stop.phone}`} className="inline-flex min-h-11 items-center text-link">
            Call {shownPhone(stop.phone)}
          </a>
        )}
      </p>
      <p className="mb-3">
        {goodsText(stop)} <span className="text-soft">(order {stop.order_no})</span>
        {stop.tries > 0 && (
          <>
            {' '}
            <Badge tone="warm">Second try</Badge>
          </>
        )}
      </p>
      {isOut && (
        <>
          <LinkButton to={`/handover?order=${stop.order_no}`}>
            Hand over<span className="sr-only"> order {stop.order_no}</span>
          </LinkButton>
          <FailForm stop={stop} formKey={formKey} />
        </>
      )}
    </>
  )
}

/** The rider knows the roads: a door becomes the next one, or the last. */
function MoveStop({ run, open, index }: { run: DeliveryRun; open: readonly Stop[]; index: number }) {
  const ids = open.map(({ id }) => id)
  const [id = ''] = ids.splice(index, 1)
  const moves = [
    ...(index > 0 ? [{ label: 'Make it the next', order: [id, ...ids] }] : []),
    ...(index < open.length - 1 ? [{ label: 'Leave it for last', order: [...ids, id] }] : []),
  ]
  return (
    <div className="mt-2 flex flex-wrap gap-x-2">
      {moves.map(({ label, order }) => (
        <Form key={label} method="post" preventScrollReset>
          <input type="hidden" name="run_id" value={run.id} />
          {order.map((stop) => (
            <input key={stop} type="hidden" name="stop_id" value={stop} />
          ))}
          <Button name="intent" value="sort" tone="quiet" size="small">
            {label}
            <span className="sr-only">: order {open[index]?.order_no}</span>
          </Button>
        </Form>
      ))}
    </div>
  )
}

const addressText = ({ street, lga, state }: Stop) => `${street}, ${lga}, ${state}, Nigeria`

/** Addresses have no coordinates, so the map searches for the text. */
const mapUrl = (stop: Stop) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressText(stop))}`

/** A route over the next doors. Google Maps takes three points between on a phone's browser. */
const MAX_POINTS = 4

function routeUrl(stops: readonly Stop[]): string {
  const points = stops.slice(0, MAX_POINTS).map(addressText)
  const query = new URLSearchParams({
    api: '1',
    travelmode: 'driving',
    destination: points.at(-1) ?? '',
    waypoints: points.slice(0, -1).join('|'),
  })
  return `https://www.google.com/maps/dir/?${query}`
}

export const meta: Route.MetaFunction = () => pageMeta('My run', 'Your deliveries today, door by door.')
