import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { spacedCode } from '#domain/hand-overs/code-text.ts'
import { GIVE_CODE_ONLY } from '#domain/hand-overs/hand-over-texts.ts'
import { hoursText } from '#domain/places/opening-hours.ts'
import { countUnits } from '#domain/products/units.ts'
import type { QrDrawing } from '#domain/qr-path.ts'
import { Button } from '#web/ui/button.tsx'
import { ShareLinks } from '#web/ui/cards/share-links.tsx'
import { ordersAfterNominee, type Visit } from './visits.ts'

interface NomineeCodeProps {
  visit: Visit
  nominee: NonNullable<Visit['nominee']>
  qr: QrDrawing
}

/** The code of the person whom the buyer sends, to be shared with them. */
export function NomineeCode({ visit, nominee, qr }: NomineeCodeProps) {
  const { i18n } = useLingui()
  const id = visit.orders[0].hand_over_id
  const sending = useNavigation().formData?.get('hand_over_id') === id
  const later = ordersAfterNominee(visit)
  return (
    <div className="mt-4 rounded-field bg-grain-wash p-3">
      <p className="mb-2">
        <Trans
          id="<name/> can collect this with their own code. Send it to nobody else."
          components={{ name: <strong>{nominee.name}</strong> }}
        />
      </p>
      <div className="mb-3 flex flex-wrap items-center gap-4">
        <Qr qr={qr} label={i18n.t('QR code for {name}', { name: nominee.name })} />
        <strong className="text-28 tabular-nums">{spacedCode(nominee.code)}</strong>
      </div>
      {later.length > 0 && (
        <Form method="post" preventScrollReset className="mb-3 grid gap-2 border-y border-grain py-3">
          <p>
            <strong>{i18n.t('Not with this code: {goods}.', { goods: goodsText(later) })}</strong>{' '}
            {i18n.t('It was ready later. A new code for {name} takes everything; the old one stops working.', {
              name: nominee.name,
            })}
          </p>
          <input type="hidden" name="hand_over_id" value={id} />
          <input type="hidden" name="name" value={nominee.name} />
          <div>
            <Button name="intent" value="send" tone="plain" busy={sending} busyLabel={i18n.t('Making a code')}>
              {i18n.t('Make a new code for everything')}
            </Button>
          </div>
        </Form>
      )}
      <ShareLinks title={i18n.t('Code for {name}', { name: nominee.name })} text={nomineeText(i18n, visit, nominee)} />
      <Form method="post" preventScrollReset className="mt-3">
        <input type="hidden" name="hand_over_id" value={id} />
        <Button name="intent" value="end" tone="plain" size="small" disabled={sending}>
          {i18n.t('Cancel this code')}
        </Button>
      </Form>
    </div>
  )
}

/** "2 bags, Rice; 1 basket, Tomatoes" */
const goodsText = (orders: Visit['orders'][number][]): string =>
  orders
    .flatMap(({ lines }) => lines.map(({ name, unit, quantity }) => `${countUnits(quantity, unit)}, ${name}`))
    .join('; ')

/** The message for the person who collects: what their code opens, where, when, and the code. */
export function nomineeText(i18n: I18n, visit: Visit, nominee: NonNullable<Visit['nominee']>): string {
  const { orders, place } = visit
  const later = ordersAfterNominee(visit)
  const goods = goodsText(orders.filter((order) => !later.includes(order)))
  return [
    i18n.t('{name}, please collect this for me: {goods}.', { name: nominee.name, goods }),
    i18n.t('At {place}, {address}.', { place: place.name, address: place.address }),
    ...(place.opening_hours.length > 0 ? [i18n.t('Open {hours}', { hours: hoursText(place.opening_hours) })] : []),
    ...(place.instructions ? [place.instructions] : []),
    i18n.t('Your code: {code}', { code: spacedCode(nominee.code) }),
    i18n.t(GIVE_CODE_ONLY),
  ].join('\n')
}

export function Qr({ qr, label }: { qr: QrDrawing; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      width={176}
      height={176}
      shapeRendering="crispEdges"
      className="shrink-0 rounded-field"
    >
      <rect width={qr.size} height={qr.size} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
