import { Form, useNavigation } from 'react-router'
import { parsePriceTiers } from '#domain/group-buys/price-tiers.ts'
import { VENDOR_NOTICE_HOURS } from '#domain/limits.ts'
import { countUnits } from '#domain/products/units.ts'
import type { Errors } from '#domain/validation.ts'
import { useLiveRows } from '#web/live-rows.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment, naira, plural, timeLeft } from '#web/ui/format.ts'
import { PoolBar } from '#web/ui/pool-bar.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { isCalledOff } from '../buy-words.ts'
import { isOpen } from '../is-open.ts'
import { endedPoolSentence } from '../state-sentence.ts'
import type { OwnBuy } from './queries.ts'

interface RunningBuyProps {
  buy: OwnBuy
  /** People whose orders ended with a cancelled or failed buy. */
  had: number
  now: string
  cancel: { sendKey: string; errors: Errors; reason: string }
}

/** A published buy as its vendor sees it: how full it is, its price, who still has to pay, and how to cancel it. */
export function RunningBuy({ buy, had, now, cancel }: RunningBuyProps) {
  useLiveRows([{ table: 'group_buys', filter: `id=eq.${buy.id}` }])
  const isOff = isCalledOff(buy.status)
  const cancellable = ['active', 'closed', 'confirmed'].includes(buy.status)
  const isShort =
    buy.status === 'settling' &&
    !buy.honoured_at &&
    buy.paid_participants > 0 &&
    buy.paid_participants < buy.min_participants
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <section aria-label="How full it is" className="grid content-start gap-5">
        {isOff ? (
          <p>{plural(had, 'person', 'people')} had joined. Their orders ended with it, and nothing is to be packed.</p>
        ) : (
          <PoolBar
            joined={buy.current_participants}
            paid={buy.paid_participants}
            minParticipants={buy.min_participants}
            tiers={parsePriceTiers(buy.price_tiers)}
            detail
            {...(!isOpen(buy, now) && { sentence: endedPoolSentence(buy) })}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`/vendor/orders?buy=${buy.id}`}>See its orders</LinkButton>
          {!isOff && (
            <LinkButton to={`/vendor/orders/print/${buy.id}`} tone="plain" reloadDocument>
              Packing list
            </LinkButton>
          )}
          <LinkButton to={`/group-buys/${buy.id}`} tone="quiet">
            As buyers see it
          </LinkButton>
        </div>
      </section>
      <section aria-label="Figures">
        <DataList facts={factsOf(buy, now)} />
      </section>
      {buy.end_reason && <p className="whitespace-pre-line md:col-span-2">Why it ended: {buy.end_reason}</p>}
      {isShort && <HonourForm paid={buy.paid_participants} minimum={buy.min_participants} />}
      {cancellable && <CancelForm {...cancel} />}
    </div>
  )
}

function factsOf(buy: OwnBuy, now: string): Fact[] {
  return [
    {
      label: buy.final_price === null ? 'Price now' : 'Final price',
      value: naira(buy.final_price ?? buy.current_price),
      total: true,
    },
    { label: 'Base price', value: naira(buy.base_price) },
    ...(isCalledOff(buy.status)
      ? [{ label: 'Target', value: countUnits(buy.target_quantity, buy.unit) }]
      : [
          { label: 'Taken', value: `${buy.current_quantity} of ${countUnits(buy.target_quantity, buy.unit)}` },
          { label: 'Joined, paid', value: `${buy.current_participants}, ${buy.paid_participants}` },
        ]),
    { label: 'Minimum', value: `${buy.min_participants} people` },
    {
      label: 'Window closes',
      value: `${datedMoment(buy.end_date)}${buy.status === 'active' ? ` (${timeLeft(buy.end_date, now).toLowerCase()})` : ''}`,
    },
    { label: 'Payment due', value: buy.payment_due_at ? datedMoment(buy.payment_due_at) : 'not set' },
    { label: 'Sharing day', value: buy.share_date ? datedDay(buy.share_date) : 'not set' },
    { label: 'People pay', value: buy.payment_mode === 'reserve' ? 'by the due day' : 'to join' },
  ]
}

function HonourForm({ paid, minimum }: { paid: number; minimum: number }) {
  const busy = useNavigation().formData?.get('intent') === 'honour'
  return (
    <section aria-labelledby="honour" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="honour" className="mb-2 text-22">
        Too few have paid
      </h2>
      <p className="mb-3 max-w-measure">
        {plural(paid, 'person has', 'people have')} paid, and {minimum} were needed. You may go through with it within
        12 hours of the due time: everyone pays at most what they were promised. If you do nothing, they all get their
        money back.
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="honour" />
        <Button busy={busy} busyLabel="Saving">
          Go through with it
        </Button>
      </Form>
    </section>
  )
}

function CancelForm({ sendKey, errors, reason }: RunningBuyProps['cancel']) {
  const busy = useNavigation().state === 'submitting'
  return (
    <section aria-labelledby="cancel" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="cancel" className="mb-2 text-22">
        Cancel this group buy
      </h2>
      <p className="mb-3 max-w-measure">
        Possible until {VENDOR_NOTICE_HOURS} hours before the window closes, and once the price is final, until{' '}
        {VENDOR_NOTICE_HOURS} hours before the sharing day. Everyone gets your reason by mail; whoever has paid gets all
        of it back.
      </p>
      <Form method="post" noValidate className="grid max-w-[560px] gap-3">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="key" value={sendKey} />
        <TextArea
          label="Reason"
          name="reason"
          rows={2}
          maxLength={300}
          defaultValue={reason}
          error={errors.reason}
          hint="The lorry broke down; the new date is not known."
        />
        <div>
          <Button tone="danger" busy={busy} busyLabel="Cancelling">
            Cancel group buy
          </Button>
        </div>
      </Form>
    </section>
  )
}
