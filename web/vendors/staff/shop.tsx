import { data, useLocation } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { readScope } from '#web/desk/lists/scope.ts'
import { handleNoteForm } from '#web/desk/records/note-form.ts'
import { RecordHistory } from '#web/desk/records/record-history.tsx'
import { RecordNotes } from '#web/desk/records/record-notes.tsx'
import { openRecord } from '#web/desk/records/record-queries.ts'
import { RecordScreen } from '#web/desk/records/record-screen.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { count, datedDay, datedMoment, naira } from '#web/ui/format.ts'
import type { Route } from './+types/shop.ts'
import { ChangeRequests } from './change-requests.tsx'
import { DecideShop, decideShop } from './decide-shop.tsx'
import { listShopChanges, readShop, readSuspensionImpact, type StaffShop } from './queries.ts'
import { readShopSurroundings } from './shop-queries.ts'
import { ShopGoods, ShopPeople } from './shop-sections.tsx'
import { ShopBadge } from './shops.tsx'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const shop = isId(params.id) ? await readShop(api, scope, params.id) : null
  if (!shop) throw data('Shop not found', { status: 404 })
  const [stake, changes, around, record] = await Promise.all([
    shop.status === 'active' ? readSuspensionImpact(api, shop.id) : null,
    listShopChanges(api, shop.id),
    readShopSurroundings(api, shop.id),
    openRecord(api, { kind: 'shop', id: shop.id, url }),
  ])
  return { shop, stake, changes, around, ...record, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const api = context.get(apiContext)
  const [changeId, note] = [field('shop_change_id'), field('note')]
  if (changeId) {
    const decision = field('decision') === 'approve' ? 'approve' : 'refuse'
    const decided = await api.command('decide-shop-change', { shop_change_id: changeId, decision, note })
    const text = decision === 'approve' ? 'The change is made.' : 'The change is refused.'
    return commandResult(form, decided, `${text} The vendor has been told by mail.`)
  }
  return (await handleNoteForm(api, form, { kind: 'shop', id: params.id })) ?? decideShop(api, form, params.id)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A shop: its papers, people, buys and products, what was decided about it, and the next decision. */
export default function Shop({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, stake, changes, around, notes, history, key } = loaderData
  const list = useLocation().pathname.replace(/\/[^/]*\/?$/, '')
  const isAboutChange = Boolean(actionData?.values.shop_change_id)
  const isAboutNote = Boolean(actionData?.values.intent)
  return (
    <RecordScreen
      list={{ label: 'Vendors', to: list }}
      title={shop.business_name}
      lead={`${shop.location}, ${shop.state}`}
      status={<ShopBadge status={shop.status} />}
      notices={<OutcomeNotice namesFault outcome={actionData} />}
      aside={
        <>
          <ShopPeople people={around.people} />
          <RecordNotes kind="shop" notes={notes} sendKey={key} result={actionData} />
        </>
      }
    >
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-label="About the shop">
          <p className="mb-4 max-w-measure break-words whitespace-pre-wrap">
            {shop.description || 'The vendor has not described the shop.'}
          </p>
          <DataList facts={shopFacts(shop)} />
        </section>
        <DecideShop
          shop={shop}
          stake={stake}
          sendKey={key}
          result={isAboutChange || isAboutNote ? undefined : actionData}
        />
      </div>
      <ChangeRequests changes={changes} note={isAboutChange ? actionData?.values.note : ''} />
      <ShopGoods around={around} />
      <RecordHistory history={history} />
    </RecordScreen>
  )
}

function shopFacts({ details, metrics, created_at: at }: StaffShop) {
  return [
    { label: 'Signed up', value: datedDay(at) },
    { label: 'Phone', value: details?.phone ?? 'not given' },
    { label: 'Address', value: details?.address ?? 'not given' },
    { label: 'Registration number', value: details?.registration_number ?? 'not given' },
    {
      label: 'Orders, completed',
      value: `${count(metrics?.total_orders ?? 0)}, ${count(metrics?.completed_orders ?? 0)}`,
    },
    { label: 'Revenue', value: naira(metrics?.total_revenue ?? 0) },
    { label: 'Claims', value: metrics?.dispute_rate == null ? 'none yet' : `${metrics.dispute_rate}% of orders` },
    { label: 'On time', value: metrics?.on_time_rate == null ? 'none yet' : `${metrics.on_time_rate}%` },
    ...(details?.decided_at ? [{ label: 'Last decision', value: datedMoment(details.decided_at) }] : []),
    ...(details?.decision_note ? [{ label: 'Reason given', value: details.decision_note }] : []),
  ]
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.shop.business_name ?? 'Vendor', 'A shop and the decision about it.')
