import { data, Link } from 'react-router'
import { weightText } from '#domain/packing/weight-text.ts'
import { gramsOfUnit, shortThousandths } from '#domain/packing/weights.ts'
import { countUnits } from '#domain/products/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { day } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { listShortfalls } from '../queries.ts'
import { enterShortfall, handleShortfallForm, isShortfallForm, previewOf } from '../shortfalls/enter-shortfall.ts'
import { ShortfallForm } from '../shortfalls/shortfall-form.tsx'
import { ShortfallList } from '../shortfalls/shortfalls.tsx'
import type { Route } from './+types/delivery.ts'
import { type Delivery, type LoadRow, listLoads, readDelivery } from './delivery-queries.ts'
import { correctLoad, enterLoad } from './enter-load.ts'
import { LoadForm } from './load-form.tsx'
import { Loads } from './loads.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const delivery = await readDelivery(api, params)
  if (!delivery) throw data(null, { status: 404 })
  const { group_buy_id: buyId, line_id: lineId } = delivery
  const [loads, shortfalls] = await Promise.all([
    listLoads(api, params),
    listShortfalls(api, { buyId, lineIds: lineId ? [lineId] : [] }),
  ])
  return { delivery, loads, shortfalls, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const form = await readForm(request)
  if (isShortfallForm(form)) return handleShortfallForm(api, form)
  if (form.field('intent') === 'missing') return enterShortfall(api, { form, userId })
  const delivery = await readDelivery(api, params)
  if (!delivery) throw data(null, { status: 404 })
  return form.field('intent') === 'correct'
    ? correctLoad(api, { form, userId })
    : enterLoad(api, { form, userId, delivery })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** One delivery: expected goods, each load, and shortfalls. */
export default function DeliveryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, loads, shortfalls, key } = loaderData
  const { product_name: name, place, shop, unit, share_date: date, order_no: number } = delivery
  const target = delivery.group_buy_id
    ? `buy:${delivery.group_buy_id}:${delivery.pickup_point_id}:${delivery.shortfalls}`
    : `line:${delivery.line_id}:${delivery.pickup_point_id}:${delivery.shortfalls}`
  return (
    <>
      <p className="mb-2">
        <Link to="/weigh-in" className="text-link">
          All deliveries
        </Link>
      </p>
      <PageHeading
        lead={`${shop}, for ${place}.${date ? ` Sharing day: ${day(date)}.` : ''}${number ? ` Order ${number}.` : ''}`}
      >
        {name}
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <div className="grid max-w-measure gap-8">
        <DataList facts={deliveryFacts(delivery)} />
        {loads.length > 0 && (
          <Loads loads={loads} delivery={delivery} formKey={`${key}`} typed={actionData?.values ?? {}} />
        )}
        <LoadForm key={`load ${delivery.parts}`} delivery={delivery} formKey={key} typed={actionData?.values ?? {}} />
        <section aria-labelledby="missing">
          <SectionHeading id="missing">Short or damaged</SectionHeading>
          <ShortfallList rows={shortfalls} unit={unit} />
          <ShortfallForm
            key={`missing ${delivery.parts} ${shortfalls.length}`}
            targets={[{ value: target, label: `What goes to ${place}` }]}
            unit={unit}
            formKey={key}
            suggested={suggestedFor(delivery, loads)}
            typed={actionData?.values ?? {}}
            preview={previewOf(actionData)}
          />
        </section>
      </div>
    </>
  )
}

function deliveryFacts(delivery: Delivery) {
  const { units, unit, product_name: name, orders, units_counted: counted, grams_counted: grams } = delivery
  const { units_unweighed: unweighed, units_taken: taken, units_lost: lost, units_ready: ready } = delivery
  const each = gramsOfUnit({ unit, name })
  return [
    { label: 'Orders', value: orders },
    { label: 'Expected', value: countUnits(units, unit) },
    { label: 'That weighs', value: each === null ? 'Not stated' : weightText(units * each) },
    { label: 'Counted so far', value: `${countUnits(counted, unit)}${grams ? `, ${weightText(grams)}` : ''}` },
    ...(unweighed > 0 ? [{ label: 'Made ready without a weigh-in', value: countUnits(unweighed, unit) }] : []),
    ...(taken > 0 ? [{ label: 'Handed over', value: countUnits(taken, unit) }] : []),
    ...(lost > 0 ? [{ label: 'Lost here or taken back', value: countUnits(lost, unit) }] : []),
    { label: 'Lies here', value: countUnits(delivery.units_here, unit), total: true },
    { label: 'Of these ready to collect', value: countUnits(ready, unit) },
  ]
}

/** The missing quantity by the loads so far, less what has been entered already. */
function suggestedFor(delivery: Delivery, loads: readonly LoadRow[]): string {
  if (loads.length === 0) return ''
  const each = gramsOfUnit({ unit: delivery.unit, name: delivery.product_name })
  const expected = { units: delivery.units, grams: each === null ? null : delivery.units * each }
  const counted = { units: delivery.units_counted, grams: delivery.grams_counted }
  const open = shortThousandths(expected, counted) - delivery.missing_thousandths
  // Buyers can only share whole units.
  const whole = Math.floor(open / 1000)
  return whole > 0 ? String(whole) : ''
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Weigh-in: ${loaderData?.delivery.product_name ?? ''}`, 'A delivery, counted and weighed.')
