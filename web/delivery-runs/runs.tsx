import { Form } from 'react-router'
import { HOUR_MS, lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/runs.ts'
import { PlannedRun } from './planned-run.tsx'
import { type DeliverableOrder, type DeliveryRun, listRuns, type Planning, readPlanning } from './queries.ts'
import { handleRunForm } from './run-action.ts'
import { goodsText, windowText } from './run-texts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const now = new Date()
  const [planning, list] = await Promise.all([readPlanning(api), listRuns(api, { own: false, now })])
  return { planning, ...list, day: dayToPlan(now), key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleRunForm(context.get(apiContext), await readForm(request), context.get(viewerContext).userId)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Orders ready for delivery by area, and the runs that deliver them. */
export default function Runs({ loaderData, actionData }: Route.ComponentProps) {
  const { planning, runs, failure, day, key } = loaderData
  return (
    <>
      <PageHeading lead="Orders ready for delivery, and the riders who take them.">Deliveries</PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {(planning.failure ?? failure) && <ErrorState message={planning.failure ?? failure ?? ''} reload />}
      {planning.houses.length === 0 && !planning.failure && (
        <EmptyState title="You plan no deliveries">
          Staff of a hub, the manager of its state, and shops that deliver themselves plan them here.
        </EmptyState>
      )}
      {planning.houses.length > 0 && (
        <>
          <section aria-labelledby="to-send" className="mb-10">
            <SectionHeading id="to-send">To send</SectionHeading>
            {planning.orders.length === 0 ? (
              <EmptyState title="Nothing to deliver">Orders with delivery appear here once they are ready.</EmptyState>
            ) : (
              <SendForm planning={planning} runs={runs} day={day} formKey={key} />
            )}
          </section>
          {runs.length > 0 && (
            <section aria-labelledby="runs">
              <SectionHeading id="runs">Runs</SectionHeading>
              <ul className="grid gap-6">
                {runs.map((run) => (
                  <li key={run.id} className="rounded-card border border-grain bg-card p-4 sm:p-5">
                    <PlannedRun run={run} riders={availableRiders(planning, run)} formKey={key} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </>
  )
}

interface SendProps {
  planning: Planning
  runs: readonly DeliveryRun[]
  day: string
  formKey: string
}

function SendForm({ planning, runs, day, formKey }: SendProps) {
  const { houses, riders, orders } = planning
  const isOne = houses.length === 1
  const houseName = (house: string) => houses.find((one) => houseKey(one) === house)?.name ?? ''
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="key" value={formKey} />
      {groupByArea(orders).map(([area, some]) => (
        <fieldset key={area}>
          <legend className="field-label mb-1">{area}</legend>
          <ul className="divide-y divide-grain border-y border-grain">
            {some.map((order) => (
              <li key={order.id}>
                <label className="flex min-h-11 items-center gap-3 py-2">
                  <input type="checkbox" name="order" value={order.id} className="size-5 shrink-0" />
                  <span className="min-w-0">
                    <span className="flex flex-wrap items-center gap-x-3">
                      <strong>{order.buyer_name}</strong> order {order.order_no}
                      {order.tries > 0 && <Badge tone="warm">Second try</Badge>}
                    </span>
                    <span className="block text-14 text-soft">
                      {goodsText(order)}, from {order.shop}
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Rider"
          name="rider"
          required
          options={[
            { value: '', label: riders.length > 0 ? 'Choose a rider' : 'No rider delivers from here yet' },
            ...riders.map((rider) => ({
              value: `${houseKey(rider)}|${rider.rider_id}`,
              label: isOne ? rider.full_name : `${rider.full_name}, ${houseName(houseKey(rider))}`,
            })),
          ]}
        />
        <TextField label="Day" name="day" type="date" required defaultValue={day} className="w-44" />
        <TextField label="From" name="from" type="time" required defaultValue="09:00" className="w-36" />
        <TextField label="Until" name="until" type="time" required defaultValue="18:00" className="w-36" />
        <Button name="intent" value="plan">
          Plan the run
        </Button>
      </div>
      {runs
        .filter(({ status }) => status === 'planned')
        .map((run) => (
          <div key={run.id}>
            <Button
              name="intent"
              value={`add:${[run.id, run.rider_id, run.window_from, run.window_until].join('|')}`}
              tone="plain"
              formNoValidate
            >
              Add to {run.rider_name}’s run, {windowText(run)}
            </Button>
          </div>
        ))}
    </Form>
  )
}

/** Tomorrow, when planning in the evening. */
const dayToPlan = (now: Date) => lagosDate(new Date(now.getTime() + 6 * HOUR_MS))

interface HouseIds {
  pickup_point_id: string | null
  vendor_id: string | null
}

const houseKey = ({ pickup_point_id: hub, vendor_id: shop }: HouseIds) => (hub ? `hub:${hub}` : `shop:${shop}`)

const availableRiders = ({ riders }: Planning, run: DeliveryRun) =>
  riders
    .filter((rider) => houseKey(rider) === houseKey(run))
    .map(({ rider_id, full_name }) => ({
      value: `${houseKey(run)}|${rider_id}`,
      label: full_name,
    }))

/** Orders grouped by local government, in the order of the list. */
function groupByArea(orders: readonly DeliverableOrder[]): [string, DeliverableOrder[]][] {
  const areas = new Map<string, DeliverableOrder[]>()
  for (const order of orders) {
    const area = `${order.lga}, ${order.state}${order.zone ? ` (${order.zone})` : ''}`
    areas.set(area, [...(areas.get(area) ?? []), order])
  }
  return [...areas]
}

export const meta: Route.MetaFunction = () => pageMeta('Deliveries', 'Deliveries from your hub or shop.')
