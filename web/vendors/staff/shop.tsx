import { useEffect } from 'react'
import { data, Form, useLocation, useNavigation } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { readScope } from '#web/desk/lists/scope.ts'
import { RecordScreen } from '#web/desk/records/record-screen.tsx'
import { commandResult, type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { count, datedMoment, longDay, naira, plural } from '#web/ui/format.ts'
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

const decisions = {
  approve: 'The shop is open. The vendor has been told by mail.',
  reject: 'The shop was not approved. The vendor will see your reason.',
  suspend: 'The shop is suspended. The vendor will see your reason.',
  reinstate: 'The shop is open again. The vendor has been told by mail.',
} as const
type Decision = keyof typeof decisions

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
  const decision = (Object.keys(decisions) as Decision[]).find((name) => name === field('decision'))
  if (!decision) return reject(form, { text: 'Please choose a decision.' })
  const key = form.key && `${form.key}-${decision}`
  const done = await api.command('decide-vendor', { vendor_id: params.id, decision, note }, key)
  return commandResult(form, done, decisions[decision])
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Shop({ loaderData: { shop, stake, changes, key }, actionData }: Route.ComponentProps) {
  const list = useLocation().pathname.replace(/\/[^/]*\/?$/, '')
  const isAboutChange = Boolean(actionData?.values.shop_change_id)
  const result = isAboutChange ? undefined : actionData
  return (
    <RecordScreen
      list={{ label: 'Vendors', to: list }}
      title={shop.business_name}
      lead={`${shop.location}, ${shop.state}`}
      status={<ShopBadge status={shop.status} />}
      notices={<OutcomeNotice namesFault outcome={actionData} />}
    >
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-label="About the shop">
          <p className="mb-4 max-w-measure break-words whitespace-pre-wrap">
            {shop.description || 'The vendor has not described the shop.'}
          </p>
          <DataList facts={shopFacts(shop)} />
        </section>
        {stake ? (
          <Suspend shop={shop} stake={stake} sendKey={key} note={result?.values.note ?? ''} />
        ) : (
          <Decide shop={shop} sendKey={key} result={result} />
        )}
      </div>
      <ChangeRequests changes={changes} note={isAboutChange ? actionData?.values.note : ''} />
    </RecordScreen>
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

interface DecideProps {
  shop: StaffShop
  sendKey: string
  result: FormResult | undefined
}

function Decide({ shop, sendKey, result }: DecideProps) {
  const { form, field } = useFormFields(result)
  // A reason being typed is retained when the page is reloaded; only a completed decision empties the field.
  useEffect(() => {
    if (result?.ok) form.current?.reset()
  }, [result, form])
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
          <TextArea label="Reason" {...field('note')} rows={3} maxLength={500} hint={hints[shop.status]} />
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
