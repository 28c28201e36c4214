import { Form, Link, useNavigation } from 'react-router'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedMoment, kobo, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { PayoutRow } from './payout-list.ts'
import { mayAskAgain, payoutReason, payoutStateText, payoutTone } from './payout-states.ts'

interface StuckPayoutsProps {
  stuck: readonly PayoutRow[]
  back: readonly PayoutRow[]
}

/** Payouts that have not arrived: whose they are, why, what happens next, and what a chief can do. */
export function StuckPayouts({ stuck, back }: StuckPayoutsProps) {
  return (
    <>
      <SectionHeading>Stuck, or not confirmed after a day</SectionHeading>
      {stuck.length === 0 && <EmptyState title="No payout is stuck." />}
      <ul className="mb-10 grid gap-4">
        {stuck.map((payout) => (
          <StuckPayout key={payout.id} payout={payout} />
        ))}
      </ul>
      <SectionHeading>Came back in the last 30 days</SectionHeading>
      <p className="mb-3 max-w-measure text-soft">
        The money is in the shop’s balance again, and nothing has arrived at the shop since. Its vendor was told and can
        ask for a payout again, to another account too.
      </p>
      {back.length === 0 && <EmptyState title="No payout came back." />}
      <ul className="grid gap-4">
        {back.map((payout) => (
          <StuckPayout key={payout.id} payout={payout} />
        ))}
      </ul>
    </>
  )
}

function StuckPayout({ payout }: { payout: PayoutRow }) {
  const { id, amount_kobo: amount, status, shop_name: shop } = payout
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="mb-2 flex flex-wrap items-center gap-3">
        <strong className="text-22 tabular-nums">{kobo(amount)}</strong>
        <Badge tone={payoutTone(payout)}>{payoutStateText(status)}</Badge>
      </p>
      <DataList facts={payoutFacts(payout)} />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {mayAskAgain(status) && <AskAgain id={id} />}
        <Link to={`/chief/payouts/${id}`} className="inline-flex min-h-11 items-center text-link">
          Open the payout <span className="sr-only">to {shop}</span>
        </Link>
      </div>
    </li>
  )
}

/** Has the gateway asked for a payout now. */
export function AskAgain({ id }: { id: string }) {
  const busy = useNavigation().formData?.get('payout_id') === id
  return (
    <Form method="post">
      <input type="hidden" name="payout_id" value={id} />
      <Button tone="plain" busy={busy} busyLabel="Asking">
        Ask again
      </Button>
    </Form>
  )
}

/** Facts of a payout: whose it is, where it goes, and how far it is. */
export function payoutFacts(payout: PayoutRow): Fact[] {
  const { status, trouble, trouble_text: words, tries, next_try_at: next } = payout
  const isWrong = trouble !== null || status !== 'arrived'
  return [
    {
      label: 'Shop',
      value: (
        <RecordLink kind="shop" id={payout.vendor_id}>
          {payout.shop_name}
        </RecordLink>
      ),
    },
    { label: 'To', value: `${payout.bank_name}, account ending in ${payout.last_four}, ${payout.account_name}` },
    ...(isWrong && status !== 'requested' && (status !== 'sent' || isLate(payout))
      ? [{ label: 'Why', value: payoutReason(payout) }]
      : []),
    ...(words ? [{ label: 'In the gateway’s words', value: words }] : []),
    { label: 'Begun', value: datedMoment(payout.created_at) },
    {
      label: 'Tried',
      value: `${plural(tries, 'time')}${payout.answered_at ? `, last answer ${datedMoment(payout.answered_at)}` : ', no answer yet'}`,
    },
    { label: 'Next try', value: next ? datedMoment(next) : 'none until somebody acts' },
    { label: 'Reference', value: <span className="wrap-anywhere">{payout.reference}</span> },
  ]
}

const DAY_MS = 86_400_000

const isLate = ({ created_at: at, trouble }: PayoutRow): boolean =>
  trouble !== null || Date.now() - Date.parse(at) > DAY_MS
