import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { packsText, wholePacksText } from '#domain/group-buys/packs/pack-texts.ts'
import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { audiencesOf } from '#domain/group-buys/selling/broadcasts.ts'
import { cancellableUntil } from '#domain/group-buys/selling/cancelling.ts'
import { VENDOR_NOTICE_HOURS } from '#domain/limits.ts'
import { countUnits } from '#domain/products/units.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { clocks } from '#domain/time/clocks.ts'
import { english } from '#web/languages/i18n.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PoolBar } from '#web/ui/cards/pool-bar.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment, naira, plural, timeLeft } from '#web/ui/format.ts'
import { endedPoolSentence } from '../buy-state-texts.ts'
import { isCalledOff } from '../buy-texts.ts'
import { isOpen } from '../is-open.ts'
import { repeatPath } from './address.ts'
import { CancelForm } from './cancel-form.tsx'
import type { OwnCycle } from './cycles/queries.ts'
import { RepeatButton } from './cycles/repeat-button.tsx'
import { PartPackForm } from './part-pack-form.tsx'
import type { OwnBuy } from './queries.ts'
import { extendPath, messagesPath, pricePath } from './reach/address.ts'
import { ShareText } from './share-in-whatsapp.tsx'
import { SaveTemplateButton } from './templates/save-template-button.tsx'
import { WaitingPeople, waitingText } from './waiting-people.tsx'

interface RunningBuyProps {
  buy: OwnBuy
  /** Participants whose orders ended with a cancelled or failed buy. */
  peopleWhoHadJoined: number
  now: string
  /** Money that is held for its orders; null if it is unknown. */
  heldKobo: number | null
  cancel: { sendKey: string; reason: string }
  /** Units of the product in stock beside this buy; null if it was deleted. */
  inStock: number | null
  /** Id for a new template. */
  templateId: string
  /** The cycle of which it is a round; null if it is not repeated. */
  cycle: OwnCycle | null
}

/** A published buy for its vendor: progress, price, unpaid orders, and cancellation. */
export function RunningBuy({
  buy,
  peopleWhoHadJoined,
  heldKobo,
  now,
  cancel,
  inStock,
  templateId,
  cycle,
}: RunningBuyProps) {
  const { i18n } = useLingui()
  useLiveRows([{ table: 'group_buys', filter: `id=eq.${buy.id}` }])
  const isOff = isCalledOff(buy.status)
  const cancellable = ['active', 'closed', 'confirmed'].includes(buy.status)
  const cancelUntil = cancellableUntil({
    status: buy.status,
    endDate: new Date(buy.end_date),
    shareDate: buy.share_date,
  })
  const honourUntil = buy.payment_due_at && Date.parse(buy.payment_due_at) + clocks.vendorHonoursWithinMs
  const isShort =
    buy.status === 'settling' &&
    honourUntil &&
    honourUntil > Date.parse(now) &&
    !buy.honoured_at &&
    buy.paid_participants > 0 &&
    buy.paid_participants < buy.min_participants
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <section aria-label="Progress" className="grid content-start gap-5">
        {isOff ? (
          <p>
            {plural(peopleWhoHadJoined, 'person', 'people')} had joined. Their orders ended with it; there is nothing to
            pack.
          </p>
        ) : (
          <PoolBar
            joined={buy.current_participants}
            paid={buy.paid_participants}
            minParticipants={buy.min_participants}
            tiers={parsePriceTiers(buy.price_tiers)}
            detail
            {...(!isOpen(buy, now) && { sentence: endedPoolSentence(buy, i18n) })}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`/vendor/orders?buy=${buy.id}`}>See its orders</LinkButton>
          {buy.current_participants > 0 &&
            audiencesOf({ status: buy.status, paymentMode: buy.payment_mode }).length > 0 && (
              <LinkButton to={messagesPath(buy.id)} tone="plain">
                Write to the people in it
              </LinkButton>
            )}
          {isOpen(buy, now) && !buy.top_up_at && (
            <LinkButton to={extendPath(buy.id)} tone="plain">
              Extend it
            </LinkButton>
          )}
          {(buy.status === 'active' || buy.status === 'closed') && buy.current_participants > 0 && (
            <LinkButton to={pricePath(buy.id)} tone="plain">
              {buy.price_vote_until ? 'See the answers' : 'Ask for a higher price'}
            </LinkButton>
          )}
        </div>
        <div className="-mx-4 flex flex-wrap">
          {!isOff && (
            <LinkButton to={`/vendor/orders/print/${buy.id}`} tone="quiet" reloadDocument>
              Packing list
            </LinkButton>
          )}
          <LinkButton to={`/vendor/products/buys/${buy.id}/earnings`} tone="quiet">
            What it earns
          </LinkButton>
          <LinkButton to={`/vendor/products/buys/${buy.id}/photographs`} tone="quiet">
            Photographs of the lot
          </LinkButton>
          {isOpen(buy, now) && (
            <LinkButton to={`/vendor/poster/${buy.id}`} tone="quiet" reloadDocument>
              Poster for your stall
            </LinkButton>
          )}
          <LinkButton to={repeatPath(buy.id)} tone="quiet">
            Open again
          </LinkButton>
          <RepeatButton cycle={cycle} />
          <SaveTemplateButton templateId={templateId} name={buy.product_name} />
          <LinkButton to={`/group-buys/${buy.id}`} tone="quiet">
            As buyers see it
          </LinkButton>
        </div>
      </section>
      <section aria-label="Figures">
        <DataList facts={buyFacts(buy, now)} />
      </section>
      {buy.end_reason && <p className="whitespace-pre-line md:col-span-2">Why it ended: {buy.end_reason}</p>}
      {isShort && (
        <HonourForm paid={buy.paid_participants} minimum={buy.min_participants} until={new Date(honourUntil)} />
      )}
      <PartPackForm buy={buy} now={now} />
      <WaitingPeople buy={buy} inStock={inStock} />
      {isOpen(buy, now) && <ShareText buy={buy} />}
      {cancellable && (
        <CancelForm buy={buy} heldKobo={heldKobo} {...cancel}>
          {cancelUntil && `You can cancel it until ${datedMoment(cancelUntil.toISOString())}. `}The rule: until{' '}
          {VENDOR_NOTICE_HOURS} hours before the window closes, and once the price is final, until {VENDOR_NOTICE_HOURS}{' '}
          hours before the sharing day. Everyone gets your reason by mail; those who have paid get all of it back.
        </CancelForm>
      )}
    </div>
  )
}

function buyFacts(buy: OwnBuy, now: string): Fact[] {
  return [
    {
      label: buy.final_price === null ? 'Price now' : 'Final price',
      value: naira(buyPriceNaira(buy)),
      total: true,
    },
    { label: 'Base price', value: naira(buy.base_price) },
    ...(isCalledOff(buy.status)
      ? [{ label: 'Target', value: countUnits(buy.target_quantity, buy.unit) }]
      : [
          { label: 'Taken', value: `${buy.current_quantity} of ${countUnits(buy.target_quantity, buy.unit)}` },
          { label: 'People', value: `${buy.current_participants} joined, ${buy.paid_participants} paid` },
          ...packFacts(buy),
          ...(buy.waiting_people ? [{ label: 'On the waiting list', value: waitingText(buy) }] : []),
        ]),
    { label: 'Minimum', value: `${buy.min_participants} people` },
    {
      label: 'Window closes',
      value: `${datedMoment(buy.end_date)}${buy.status === 'active' ? ` (${timeLeft(english, buy.end_date, now).toLowerCase()})` : ''}`,
    },
    { label: 'Payment due', value: buy.payment_due_at ? datedMoment(buy.payment_due_at) : 'not set' },
    { label: 'Sharing day', value: buy.share_date ? datedDay(buy.share_date) : 'not set' },
    ...(['active', 'closed', 'settling'].includes(buy.status)
      ? [{ label: 'If too few pay', value: belowMinimumText(buy) }]
      : []),
    { label: 'People pay', value: buy.payment_mode === 'reserve' ? 'by the due day' : 'to join' },
  ]
}

function packFacts(buy: OwnBuy): Fact[] {
  const { pack_size: packSize, pack_unit: packUnit, unit, current_quantity: most, flexible_units: flexible } = buy
  if (packSize === null || packUnit === null) return []
  const terms = { packSize, packUnit, unit }
  const isSettled = buy.final_price !== null
  return [
    { label: 'Packs', value: `${packUnit} of ${countUnits(packSize, unit)}` },
    ...(most > 0
      ? [
          {
            label: isSettled ? 'You bring' : 'So far',
            value: isSettled
              ? wholePacksText(most, terms)
              : formatInEnglish(packsText({ sure: most - flexible, most }, terms)),
          },
        ]
      : []),
    ...(buy.status === 'active' && buy.top_up_at
      ? [{ label: 'Top-up time', value: 'takes only what fills the last pack' }]
      : []),
  ]
}

/** The outcome at the due time, as the vendor decided in the draft. */
function belowMinimumText({ extended_at: extended, allow_extension: offered }: OwnBuy): string {
  if (extended) return `was extended ${datedDay(extended)}; you can still go ahead with it`
  return offered ? 'extended by 3 days, once, automatically' : 'you have 12 hours to decide to go ahead'
}

function HonourForm({ paid, minimum, until }: { paid: number; minimum: number; until: Date }) {
  const busy = useNavigation().formData?.get('intent') === 'honour'
  return (
    <section aria-labelledby="honour" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="honour" className="mb-2 text-22">
        Too few have paid
      </h2>
      <p className="mb-3 max-w-measure">
        {plural(paid, 'person has', 'people have')} paid, and {minimum} were needed. You can go ahead with it until{' '}
        {datedMoment(until)}: everyone pays at most what they were promised. If you do nothing, all of them get their
        money back.
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="honour" />
        <Button busy={busy} busyLabel="Saving">
          Go ahead with it
        </Button>
      </Form>
    </section>
  )
}
