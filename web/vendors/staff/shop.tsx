import { useEffect, useRef } from 'react'
import { data, Form, Link, useLocation, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readScope } from '#web/desk/scope.ts'
import { isId } from '#web/list-page.ts'
import { withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { count, datedMoment, longDay, naira, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import type { Route } from './+types/shop.ts'
import { ChangeRequests } from './change-requests.tsx'
import { listShopChanges, readShop, readSuspensionImpact, type StaffShop, type SuspensionImpact } from './queries.ts'
import { ShopBadge } from './shops.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const scope = await readScope(api, context.get(viewerContext))
  const shop = isId(params.id) ? await readShop(api, scope, params.id) : null
  if (!shop) throw data('Shop not found', { status: 404 })
  const [stake, changes] = await Promise.all([
    shop.status === 'active' ? readSuspensionImpact(api, shop.id) : null,
    listShopChanges(api, shop.id),
  ])
  return { shop, stake, changes, key: crypto.randomUUID() }
}

interface ShopDecisionResult {
  ok: boolean
  text: string
  note: string
  /** The note belongs to the change request, not to the shop. */
  of?: 'change'
}

const decisions = {
  approve: 'The shop is open. The vendor has been told by mail.',
  reject: 'The shop was not approved. The vendor will see your reason.',
  suspend: 'The shop is suspended. The vendor will see your reason.',
  reinstate: 'The shop is open again. The vendor has been told by mail.',
} as const
type Decision = keyof typeof decisions

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const note = String(form.get('note') ?? '')
  const changeId = String(form.get('shop_change_id') ?? '')
  if (changeId) return decideChange(context.get(apiContext), { form, changeId, note })
  const decisionName = String(form.get('decision') ?? '')
  const decision = (Object.keys(decisions) as Decision[]).find((name) => name === decisionName)
  if (!decision) return data({ ok: false, text: 'Please choose a decision.', note } satisfies ShopDecisionResult, 400)
  const key = String(form.get('key') ?? '')
  const done = await context
    .get(apiContext)
    .command('decide-vendor', { vendor_id: params.id, decision, note }, key ? `${key}-${decision}` : undefined)
  if (done.ok) return { ok: true, text: decisions[decision], note: '' } satisfies ShopDecisionResult
  return data(
    { ok: false, text: done.refusal.errors?.note ?? done.refusal.message, note } satisfies ShopDecisionResult,
    409,
  )
}

async function decideChange(api: Api, { form, changeId, note }: { form: FormData; changeId: string; note: string }) {
  const decision = form.get('decision') === 'approve' ? 'approve' : 'refuse'
  const done = await api.command('decide-shop-change', { shop_change_id: changeId, decision, note })
  const of = 'change'
  if (!done.ok) return data({ ok: false, text: done.refusal.message, note, of } satisfies ShopDecisionResult, 409)
  const text = decision === 'approve' ? 'The change is made.' : 'The change is refused.'
  return { ok: true, text: `${text} The vendor has been told by mail.`, note: '', of } satisfies ShopDecisionResult
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const note = String(form.get('note') ?? '')
  return withOfflineFallback(
    serverAction,
    () => ({ ok: false, text: errorTexts.offline, note }) satisfies ShopDecisionResult,
  )
}

export default function Shop({ loaderData: { shop, stake, changes, key }, actionData }: Route.ComponentProps) {
  const list = useLocation().pathname.replace(/\/[^/]*\/?$/, '')
  const lastResult: ShopDecisionResult | undefined = actionData
  return (
    <>
      <p className="mb-2 text-link">
        <Link to={list}>All vendors</Link>
      </p>
      <PageHeading lead={`${shop.location}, ${shop.state}`} action={<ShopBadge status={shop.status} />}>
        {shop.business_name}
      </PageHeading>
      {lastResult && (
        <Notice tone={lastResult.ok ? 'success' : 'error'} className="mb-5">
          {lastResult.text}
        </Notice>
      )}
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-label="About the shop">
          <p className="mb-4 max-w-measure break-words whitespace-pre-wrap">
            {shop.description || 'The vendor has not described the shop.'}
          </p>
          <DataList facts={shopFacts(shop)} />
        </section>
        {stake ? (
          <Suspend shop={shop} stake={stake} sendKey={key} note={lastResult?.of ? '' : (lastResult?.note ?? '')} />
        ) : (
          <Decide shop={shop} sendKey={key} lastResult={lastResult?.of ? undefined : lastResult} />
        )}
      </div>
      <ChangeRequests changes={changes} lastResult={lastResult?.of ? lastResult : undefined} />
    </>
  )
}

function shopFacts({ details, metrics, created_at: at }: StaffShop) {
  return [
    { label: 'Signed up', value: longDay(at) },
    { label: 'Phone', value: details?.phone ?? 'not given' },
    { label: 'Address', value: details?.address ?? 'not given' },
    { label: 'Registration number', value: details?.registration_number ?? 'not given' },
    {
      label: 'Orders, completed',
      value: `${count(metrics?.total_orders ?? 0)}, ${count(metrics?.completed_orders ?? 0)}`,
    },
    { label: 'Revenue', value: naira(metrics?.total_revenue ?? 0) },
    { label: 'On time', value: metrics?.on_time_rate == null ? 'none yet' : `${metrics.on_time_rate}%` },
    ...(details?.decided_at ? [{ label: 'Last decision', value: datedMoment(details.decided_at) }] : []),
    ...(details?.decision_note ? [{ label: 'Reason given', value: details.decision_note }] : []),
  ]
}

const offered: Record<string, { decision: Decision; label: string; tone: 'primary' | 'danger' }[]> = {
  pending: [
    { decision: 'approve', label: 'Approve shop', tone: 'primary' },
    { decision: 'reject', label: 'Reject', tone: 'danger' },
  ],
  suspended: [{ decision: 'reinstate', label: 'Reinstate shop', tone: 'primary' }],
}

const hints: Record<string, string> = {
  pending: 'Required to reject; the vendor will see it. Optional if you approve.',
  active: 'The vendor will see it. Accepted orders still stand.',
  suspended: 'Optional; the vendor will see it.',
}

interface SuspendProps {
  shop: StaffShop
  stake: SuspensionImpact
  sendKey: string
  note: string
}

/** The confirmation names the goods and money affected. */
function Suspend({ shop, stake, sendKey, note }: SuspendProps) {
  return (
    <section aria-labelledby="decide">
      <h2 id="decide" className="mb-3 text-22">
        Decide
      </h2>
      <p className="mb-3">{stakeText(stake)}</p>
      <ConfirmForm
        question={`Suspend ${shop.business_name}?`}
        detail={`${stakeText(stake)} Accepted orders still stand, and it takes no new ones. You can reinstate it at any time.`}
        confirmLabel="Suspend shop"
        cancelLabel="Keep it open"
        fields={{ decision: 'suspend', key: sendKey }}
        className={buttonClass({ tone: 'danger' })}
        choice={
          <TextArea label="Reason" name="note" rows={3} maxLength={500} defaultValue={note} hint={hints.active} />
        }
      >
        Suspend shop
      </ConfirmForm>
    </section>
  )
}

function stakeText({ orders, people, goods, isMore, buys, joined }: SuspensionImpact): string {
  const paid =
    orders === 0
      ? 'No paid order is waiting to be handed over.'
      : `${isMore ? 'More than ' : ''}${plural(orders, 'paid order')} of ${plural(people, 'person', 'people')}, ${naira(goods)} of goods, not handed over yet.`
  const open =
    buys === 0
      ? ''
      : ` ${plural(buys, 'open group buy', 'open group buys')} with ${plural(joined, 'person', 'people')} in.`
  return paid + open
}

function Decide({
  shop,
  sendKey,
  lastResult,
}: {
  shop: StaffShop
  sendKey: string
  lastResult: ShopDecisionResult | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  // A reason being typed is retained when the page is reloaded; only a completed decision empties the field.
  useEffect(() => {
    if (lastResult?.ok) form.current?.reset()
  }, [lastResult])
  const busy = useNavigation().state === 'submitting'
  const choices = offered[shop.status] ?? []
  return (
    <section aria-labelledby="decide">
      <h2 id="decide" className="mb-3 text-22">
        Decide
      </h2>
      {choices.length === 0 ? (
        <p>The vendor may correct the application and send it again. It will then wait here for your decision.</p>
      ) : (
        <Form ref={form} method="post" className="grid gap-3">
          <input type="hidden" name="key" value={sendKey} />
          <TextArea
            label="Reason"
            name="note"
            rows={3}
            maxLength={500}
            defaultValue={lastResult?.note ?? ''}
            hint={hints[shop.status]}
          />
          <div className="flex flex-wrap gap-3">
            {choices.map(({ decision, label, tone }) => (
              <Button key={decision} name="decision" value={decision} tone={tone} busy={busy} busyLabel="Saving">
                {label}
              </Button>
            ))}
          </div>
        </Form>
      )}
    </section>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.shop.business_name ?? 'Vendor', 'A shop and the decision about it.')
