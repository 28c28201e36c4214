import { Form, useNavigation } from 'react-router'
import { decimalText } from '#domain/packing/weight-text.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { listPage, pageParam, rowRange } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { datedMoment, kobo, plural } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/short-deliveries.ts'
import { handleShortfallForm } from './enter-shortfall.ts'
import { withPictures } from './pictures.ts'

interface ShortDelivery {
  id: string
  shop: string
  what: string
  unit: string
  place: string | null
  kind: string
  missing_thousandths: number
  of_thousandths: number
  orders: number
  goods_kobo: number
  reason: string
  photo: string | null
  by_shop: boolean
  answer_by: string | null
  contested_at: string | null
  created_at: string
  entered_by_name: string | null
  may_answer: boolean
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const page = pageParam(url.searchParams)
  const found = await api.tables
    .from('short_deliveries')
    .select('*', { count: 'exact' })
    .eq('status', 'waiting')
    .order('created_at')
    .order('id')
    .range(...rowRange(page))
    .overrideTypes<ShortDelivery[], { merge: false }>()
  const list = listPage(found)
  return { page, list: { ...list, rows: await withPictures(api, list.rows) } }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleShortfallForm(context.get(apiContext), await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

type ShortDeliveryRow = Route.ComponentProps['loaderData']['list']['rows'][number]

/** Shortfalls too large to be accepted from one person alone. */
export default function ShortDeliveries({ loaderData: { page, list }, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Short deliveries"
      lead="Large shortfalls need a second person. The shop answers what a hub has entered; you decide if the shop contests it, or entered it itself."
      caption="Short deliveries to answer"
      noun={{ one: 'delivery', many: 'deliveries' }}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      query={{ page }}
      empty={<EmptyState title="Nothing to answer.">Large short deliveries appear here at once.</EmptyState>}
    >
      <OutcomeNotice namesFault outcome={actionData} />
    </ListScreen>
  )
}

const columns: Column<ShortDeliveryRow>[] = [
  {
    header: 'What',
    heading: true,
    cell: ({ what, shop, place }) => (
      <>
        {what}
        <span className="block text-14 font-normal text-soft">
          {shop}
          {place && `, at ${place}`}
        </span>
      </>
    ),
  },
  {
    header: 'Missing',
    cell: ({ missing_thousandths: missing, of_thousandths: of, unit, kind, orders, goods_kobo }) => (
      <>
        {kind === 'weight' ? 'Less weight' : `${decimalText(missing)} of ${decimalText(of)} ${unit}, ${kind}`}
        <span className="block text-14 text-soft">
          {plural(orders, 'order')}, {kobo(goods_kobo)}
        </span>
      </>
    ),
  },
  {
    header: 'Reason',
    cell: ({ reason, picture, entered_by_name: name, by_shop, created_at }) => (
      <>
        <span className="break-words">{reason}</span>
        <span className="block text-14 text-soft">
          {name ?? 'Somebody'}
          {by_shop ? ' of the shop' : ' of the place'}, {datedMoment(created_at)}
        </span>
        {picture && (
          <a href={picture} className="text-link inline-flex min-h-11 items-center">
            See the picture
          </a>
        )}
      </>
    ),
  },
  { header: 'Answer', cell: (row) => <ReplyForm {...row} /> },
]

function ReplyForm({ id, may_answer, contested_at, answer_by }: ShortDeliveryRow) {
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      {contested_at && <span className="block text-14">The shop contests it.</span>}
      {!contested_at && answer_by && (
        <span className="block text-14 text-soft">The shop may answer by {datedMoment(answer_by)}.</span>
      )}
      {may_answer && (
        <Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="shortfall_id" value={id} />
          <Button name="intent" value="accept-short" busy={busy}>
            Give the money back
          </Button>
          <Button name="intent" value="refuse-short" tone="plain" busy={busy}>
            Refuse
          </Button>
        </Form>
      )}
    </>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Short deliveries', 'Large short deliveries that need a decision.')
