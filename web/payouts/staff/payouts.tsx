import { Form, useNavigation } from 'react-router'
import { payoutTroubleTexts } from '#domain/payouts/trouble-texts.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/payouts.ts'
import { holdText, resumeText } from './hold-texts.ts'
import {
  listNewestPayouts,
  listShopsWithMoney,
  listStuckPayouts,
  type ShopWithMoney,
  type StaffPayout,
} from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [stuck, newest, shops] = await Promise.all([
    listStuckPayouts(api),
    listNewestPayouts(api),
    listShopsWithMoney(api),
  ])
  const failure = stuck.failure ?? newest.failure ?? shops.failure
  return { stuck: stuck.rows, newest: newest.rows, shops: shops.rows, failure }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const api = context.get(apiContext)
  if (field('payout_id')) {
    const asked = await api.command('check-payout', { payout_id: field('payout_id') })
    return commandResult(form, asked, 'The gateway is being asked. The answer is here within a minute.')
  }
  const held = field('held') === 'yes'
  const hold = { vendor_id: field('vendor_id'), held, reason: field('reason') }
  const done = await api.command('hold-payouts', hold)
  return commandResult(form, done, held ? 'Payouts to this shop are stopped.' : 'Payouts to this shop are released.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Stuck payouts, the newest payouts, and the shops' balances with a button to stop payouts. */
export default function StaffPayouts({
  loaderData: { stuck, newest, shops, failure },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Payouts to vendors. Stuck payouts are checked automatically until their outcome is known.">
        Payouts
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      <SectionHeading>Payouts that are stuck</SectionHeading>
      {stuck.length === 0 && <EmptyState title="No payout is stuck." />}
      <ul className="mb-10 grid gap-4">
        {stuck.map((payout) => (
          <Payout key={payout.id} payout={payout} mayAsk={payout.status === 'needs_attention'} />
        ))}
      </ul>
      <SectionHeading>Shops with money here</SectionHeading>
      {shops.length === 0 && <EmptyState title="No shop has money here." />}
      <ul className="mb-10 grid gap-4 lg:grid-cols-2">
        {shops.map((shop) => (
          <Shop key={shop.vendor_id} shop={shop} />
        ))}
      </ul>
      <SectionHeading>The newest payouts</SectionHeading>
      {newest.length === 0 && <EmptyState title="Nothing has been paid out yet." />}
      <ul className="grid gap-4">
        {newest.map((payout) => (
          <Payout key={payout.id} payout={payout} mayAsk={['requested', 'sent'].includes(payout.status)} />
        ))}
      </ul>
    </>
  )
}

const STATES: Readonly<Record<string, string>> = {
  requested: 'About to be sent',
  sent: 'On its way',
  needs_attention: 'Stuck',
  arrived: 'Arrived',
  failed: 'Came back',
  reversed: 'Returned by the bank',
}

function Payout({ payout, mayAsk }: { payout: StaffPayout; mayAsk: boolean }) {
  const busy = useNavigation().formData?.get('payout_id') === payout.id
  const { id, amount_kobo, status, trouble, trouble_text, reference, created_at, shop, account } = payout
  const isBad = status === 'needs_attention' || trouble === 'contradiction'
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="flex flex-wrap items-center gap-3">
        <strong className="tabular-nums">{kobo(amount_kobo)}</strong>
        <Badge tone={isBad ? 'urgent' : status === 'arrived' ? 'good' : 'plain'}>{STATES[status] ?? status}</Badge>
        <span>{shop?.business_name}</span>
      </p>
      <p className="mt-1 text-14 wrap-anywhere text-soft">
        {account?.bank_name} ending in {account?.last_four}, {reference}, {datedMoment(created_at)}
      </p>
      {trouble && <p className="mt-2">{payoutTroubleTexts[trouble as keyof typeof payoutTroubleTexts] ?? trouble}</p>}
      {isBad && trouble_text && <p className="mt-1 text-14 text-soft">{trouble_text}</p>}
      {mayAsk && (
        <Form method="post" className="mt-3">
          <input type="hidden" name="payout_id" value={id} />
          <Button tone="plain" busy={busy} busyLabel="Asking">
            Ask again
          </Button>
        </Form>
      )}
    </li>
  )
}

function Shop({ shop }: { shop: ShopWithMoney }) {
  const { vendor_id, business_name, releasable_kobo, held_kobo, disputed_kobo, on_its_way_kobo, holdReason } = shop
  const isHeld = holdReason !== null
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="flex flex-wrap items-center gap-3">
        <strong>{business_name}</strong>
        {isHeld && <Badge tone="warm">Payouts stopped</Badge>}
      </p>
      <p className="mt-1 text-14 text-soft">
        {kobo(releasable_kobo)} to take out, {kobo(held_kobo)} held, {kobo(on_its_way_kobo)} on its way
        {disputed_kobo > 0 && `, ${kobo(disputed_kobo)} held by a payment dispute`}
      </p>
      {isHeld && <p className="mt-1">{holdReason}</p>}
      <div className="mt-3">
        <ConfirmForm
          question={isHeld ? `Let payouts to ${business_name} go on?` : `Stop payouts to ${business_name}?`}
          detail={isHeld ? resumeText(shop) : holdText(shop)}
          confirmLabel={isHeld ? 'Release payouts' : 'Stop payouts'}
          cancelLabel={isHeld ? 'Keep them on hold' : 'Release payouts'}
          fields={{ vendor_id: vendor_id ?? '', held: isHeld ? 'no' : 'yes' }}
          className={buttonClass({ tone: 'plain' })}
          label={isHeld ? `Let payouts to ${business_name} go on` : `Stop payouts to ${business_name}`}
          choice={
            <TextField label="Reason, which the vendor reads" name="reason" required minLength={3} maxLength={300} />
          }
        >
          {isHeld ? 'Release payouts' : 'Stop payouts'}
        </ConfirmForm>
      </div>
    </li>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Payouts', 'Payouts to vendors.')
