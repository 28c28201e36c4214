import { Trans, useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { spacedCode } from '#domain/hand-overs/code-text.ts'
import { orderLateness } from '#domain/orders/buyer/lateness.ts'
import { hoursText } from '#domain/places/opening-hours.ts'
import { countUnits } from '#domain/products/units.ts'
import type { QrDrawing } from '#domain/qr-path.ts'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { moment } from '#web/ui/format.ts'
import { NomineeCode, Qr } from './nominee-code.tsx'
import type { Visit } from './visits.ts'

interface VisitCardProps {
  visit: Visit & { qr: QrDrawing; nomineeQr: QrDrawing | null }
  now: string
}

/** One code for everything that is ready at a place, first of all; below it the goods, the place and its hours. */
export function VisitCard({ visit, now }: VisitCardProps) {
  const { i18n } = useLingui()
  const { orders, place, nominee, nomineeQr } = visit
  const [first] = orders
  const id = first.hand_over_id
  const isBrought = first.kind === 'delivery'
  const numbers = orders.map(({ order_no }) => order_no).join(', ')
  return (
    <section aria-labelledby={`code-${id}`} className="rounded-card border border-grain bg-card p-4 sm:p-5">
      <h2 id={`code-${id}`} className="mb-2 text-22">
        {isBrought ? i18n.t('Brought to you') : place.name}
        {/* Tells two cards of one place apart. */}
        <span className="sr-only">, {i18n.t('Order {number}', { number: numbers })}</span>
      </h2>
      {/* The number is first, so that on a small phone it is visible without scrolling and can be read out. */}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p>
          <span className="block text-14 text-soft">
            {orders.length > 1 ? i18n.t('One code for everything') : i18n.t('Your code')}
          </span>
          <strong className="block text-36 leading-tight tabular-nums">{spacedCode(visit.code)}</strong>
        </p>
        <Qr qr={visit.qr} label={i18n.t('QR code of order {number}', { number: numbers })} />
      </div>
      <ul className="my-3 grid gap-2 border-y border-grain py-2">
        {orders.map((order) => (
          <VisitOrder key={order.hand_over_id} order={order} now={now} />
        ))}
      </ul>
      {!isBrought && <p>{place.address}</p>}
      {!isBrought && place.opening_hours.length > 0 && (
        <p className="mt-1">{i18n.t('Open {hours}', { hours: hoursText(place.opening_hours) })}</p>
      )}
      {!isBrought && place.instructions && <p className="mt-1">{place.instructions}</p>}
      {nominee && nomineeQr && <NomineeCode visit={visit} nominee={nominee} qr={nomineeQr} />}
      <ChangeCode id={id} nomineeName={nominee?.name ?? null} />
    </section>
  )
}

function VisitOrder({ order, now }: { order: Visit['orders'][number]; now: string }) {
  const { i18n } = useLingui()
  const { due_until: until, kind } = order
  const dates = { status: 'ready', fulfilment: kind, shareDates: [], collectUntil: until, placeHasClosed: false }
  const late = orderLateness(dates, new Date(now))
  return (
    <li>
      {order.lines.map(({ name, unit, quantity }) => (
        <span key={name} className="block">
          {countUnits(quantity, unit)}, {name}
        </span>
      ))}
      <span className="block text-14 text-soft">
        <Trans
          id="<order>Order {number}</order>, from {shop}"
          components={{ order: <Link to={`/account/orders/${order.order_id}`} className="text-link" /> }}
          values={{ number: order.order_no, shop: order.shop_name }}
        />
      </span>
      {until && (
        <strong className="block">
          {late ? translate(i18n, late.text) : i18n.t('Collect by {time}', { time: moment(until) })}
        </strong>
      )}
    </li>
  )
}

function ChangeCode({ id, nomineeName }: { id: string; nomineeName: string | null }) {
  const { i18n } = useLingui()
  const sending = useNavigation().formData?.get('hand_over_id') === id
  return (
    <details className="mt-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-adire underline underline-offset-4">
        {i18n.t('Send somebody else, or change the code')}
      </summary>
      <Form method="post" preventScrollReset className="mt-2 grid gap-3">
        <input type="hidden" name="hand_over_id" value={id} />
        <TextField
          label={i18n.t('Who collects it')}
          name="name"
          maxLength={80}
          required
          hint={
            nomineeName
              ? i18n.t('The code of {name} then stops working.', { name: nomineeName })
              : i18n.t('They get their own code. It shows their name at the counter.')
          }
        />
        <div>
          <Button name="intent" value="send" tone="plain" busy={sending} busyLabel={i18n.t('Making a code')}>
            {i18n.t('Make a code for them')}
          </Button>
        </div>
      </Form>
      <Form method="post" preventScrollReset className="mt-4">
        <input type="hidden" name="hand_over_id" value={id} />
        <p className="mb-2">{i18n.t('Has somebody seen your code? Get a new one, and the old one stops working.')}</p>
        <Button name="intent" value="renew" tone="plain" disabled={sending}>
          {i18n.t('Get a new code')}
        </Button>
      </Form>
    </details>
  )
}
