import { data, Link } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { pageParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/batch.ts'
import { handleBatchForm } from './batch-action.ts'
import { dayKey } from './day/day-key.ts'
import { lineColumns } from './line-columns.tsx'
import { PackedPart } from './packed-part.tsx'
import { isOpen, placeLabel, shareDayText } from './packing-texts.ts'
import {
  LINES_A_PAGE,
  listPackingLines,
  listShortfalls,
  listWaitingWeights,
  readAllPackingLines,
  readBatch,
} from './queries.ts'
import type { Batch } from './rows.ts'
import { Sheets } from './sheet-links.tsx'
import { previewOf } from './shortfalls/enter-shortfall.ts'
import { ShortfallForm, type ShortfallTarget } from './shortfalls/shortfall-form.tsx'
import { ShortfallList } from './shortfalls/shortfalls.tsx'
import { WaitingWeights } from './shortfalls/waiting-weights.tsx'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const page = pageParam(url.searchParams)
  const [{ batch, failure }, list] = await Promise.all([
    readBatch(api, params.batch),
    listPackingLines(api, { batch: params.batch, page }),
  ])
  if (!batch && !failure) throw data(null, { status: 404 })
  const buyId = batch?.group_buy_id ?? null
  const lineIds = buyId ? [] : list.rows.map(({ id }) => id)
  const lines = buyId && list.count !== list.rows.length ? await readAllPackingLines(api, params.batch) : list
  const [all, weights] = await Promise.all([
    listShortfalls(api, { buyId, lineIds }),
    listWaitingWeights(api, lines.rows),
  ])
  const shortfalls = all.filter(({ id }) => !weights.some((weight) => weight.id === id))
  return {
    batch,
    failure,
    list,
    page,
    shortfalls,
    weights,
    base: url.pathname.replace(/\/[^/]*\/?$/, ''),
    targets: buyId
      ? buyTargets(lines.rows, { buyId, entered: shortfalls.length })
      : list.rows.filter(({ status }) => isOpen({ status }) || status === 'ready').map(lineTarget),
    key: crypto.randomUUID(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = context.get(viewerContext)
  return handleBatchForm(context.get(apiContext), { form: await readForm(request), userId })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

type Lines = Awaited<ReturnType<typeof readAllPackingLines>>['rows']

/** The whole buy, and each of its places if there are several. */
function buyTargets(lines: Lines, { buyId, entered }: { buyId: string; entered: number }): ShortfallTarget[] {
  const open = lines.filter(({ status }) => isOpen({ status }) || status === 'ready')
  if (open.length === 0) return []
  const places = new Map(open.map((line) => [line.pickup_point_id ?? '', placeLabel(line)]))
  const whole = { value: `buy:${buyId}::${entered}`, label: 'The whole delivery' }
  const named = [...places].filter(([id]) => id !== '')
  return [
    whole,
    ...named.map(([id, name]) => ({ value: `buy:${buyId}:${id}:${entered}`, label: `What goes to ${name}` })),
  ]
}

const lineTarget = (line: Lines[number]): ShortfallTarget => ({
  value: `line:${line.id}::${line.shortfalls}`,
  label: `${line.product_name}, order ${line.order_no}, ${line.buyer_name}`,
})

/**
 * A batch (one buy, or one day's orders from the cart): its sheets, each order with its checkbox, shortfalls, and the
 * button to mark all as ready.
 */
export default function PackingBatch({ loaderData, actionData }: Route.ComponentProps) {
  const { batch, failure, list, page, shortfalls, weights, base, targets, key } = loaderData
  if (!batch) return <ErrorState message={failure ?? ''} reload />
  return (
    <>
      <p className="mb-2">
        <Link to={base} className="text-link">
          All packing
        </Link>
      </p>
      <PageHeading lead={`${batch.shop}. Sharing day: ${shareDayText(batch)}.`} action={<Ready batch={batch} />}>
        {batch.batch_name}
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {batch.waiting_orders > 0 && (
        <Notice tone="info" className="mb-5 max-w-measure">
          {plural(batch.waiting_orders, 'order waits', 'orders wait')}: the place has closed. The buyers were asked to
          choose another. You can make the others ready now, and these once their buyers have chosen.
        </Notice>
      )}
      <WaitingWeights weights={weights} />
      <PackedPart batch={batch} />
      <Sheets path={`${base}/${batch.batch}`} />
      {batch.open_orders > 0 && (
        <p className="mb-5">
          <Link
            to={`${base}/days/${dayKey({ shopId: batch.vendor_id, date: batch.share_date })}`}
            className="inline-flex min-h-11 items-center text-link"
          >
            Pack the whole day, a bag for each person
          </Link>
        </p>
      )}
      <PagedTable
        caption="Orders to pack"
        noun={{ one: 'line', many: 'lines' }}
        list={list}
        columns={lineColumns(batch.group_buy_id === null, `${base}/${batch.batch}`)}
        rowKey={({ id }) => id}
        query={{ page }}
        empty="Nothing is on this page."
      />
      {list.count > LINES_A_PAGE && (
        <p className="mt-2 text-14 text-soft">{LINES_A_PAGE} on a page. The sheets and files hold them all.</p>
      )}
      <section aria-labelledby="missing" className="mt-8 max-w-measure">
        <SectionHeading id="missing">Short or damaged</SectionHeading>
        <ShortfallList rows={shortfalls} unit={batch.unit} isShop />
        <ShortfallForm
          key={shortfalls.length}
          targets={targets}
          unit={batch.unit}
          formKey={key}
          typed={actionData?.values ?? {}}
          preview={previewOf(actionData)}
        />
      </section>
    </>
  )
}

function Ready({ batch }: { batch: Batch }) {
  if (batch.open_orders === 0 && batch.waiting_orders === 0) return <Badge tone="good">Ready</Badge>
  if (batch.group_buy_id === null || batch.open_orders === 0) return null
  const unpacked = batch.unpacked_lines
  return (
    <ConfirmForm
      className={buttonClass({ tone: 'primary' })}
      question="All packed and ready?"
      detail={`${plural(batch.open_orders, 'buyer is', 'buyers are')} told where and when to get their food.${
        unpacked > 0
          ? ` ${plural(unpacked, 'order is', 'orders are')} not ticked yet and will be marked as packed too.`
          : ''
      } Ticks cannot be taken back afterwards.`}
      confirmLabel="Yes, all is ready"
      cancelLabel="Not yet"
      fields={{ intent: 'ready', group_buy_id: batch.group_buy_id, orders: String(batch.open_orders) }}
    >
      Mark all ready
    </ConfirmForm>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Packing: ${loaderData?.batch?.batch_name ?? ''}`, 'What is to be packed for one sharing day.')
