import { Trans, useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { data, Form, Link, useNavigation } from 'react-router'
import type { CollectionCode } from '#api/commands/hand-overs.ts'
import { scanAddress, spacedCode } from '#domain/hand-overs/code-text.ts'
import { GIVE_CODE_ONLY } from '#domain/hand-overs/hand-over-texts.ts'
import { orderLateness } from '#domain/orders/lateness.ts'
import { hoursText } from '#domain/places/opening-hours.ts'
import { countUnits } from '#domain/products/units.ts'
import { type QrDrawing, qrPath } from '#domain/qr-path.ts'
import { apiContext, i18nContext, siteContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import keepScript from '#web/offline/cache-codes.js?url&no-inline'
import { cacheCodesPage } from '#web/offline/cached-codes.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/codes.ts'
import { CachedCopy } from './cached-copy.tsx'
import { listPlaces } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext)
  const api = context.get(apiContext)
  const [read, places] = await Promise.all([api.command('read-codes', {}), listPlaces(api)])
  if (!read.ok) return data({ codes: [], places, readAt: null, failure: read.refusal.message })
  const codes = read.value.codes.map((one) => ({
    ...one,
    qr: qrPath(scanAddress(origin, { orderNo: one.order_no, code: one.code })),
    nomineeQr: one.nominee && qrPath(scanAddress(origin, { orderNo: one.order_no, code: one.nominee.code })),
  }))
  return data(
    { codes, places, readAt: new Date().toISOString(), failure: null },
    { headers: { 'cache-control': 'no-store' } },
  )
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const hand_over_id = form.field('hand_over_id')
  const intent = form.field('intent')
  if (intent === 'renew') {
    const renewed = await api.command('renew-code', { hand_over_id })
    return commandResult(form, renewed, /*i18n*/ 'Here is your new code. The old one no longer works.')
  }
  const name = intent === 'send' ? form.field('name') : null
  const done = await api.command('name-nominee', { hand_over_id, name })
  if (name === null) return commandResult(form, done, /*i18n*/ 'That code no longer works.')
  const i18n = context.get(i18nContext)
  return commandResult(form, done, i18n.t('{name} has a code now. Send it to them.', { name }))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The codes of everything the viewer has to collect. Available offline once viewed. */
export default function Codes({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { codes, places, readAt, failure } = loaderData
  useEffect(() => {
    if (readAt) cacheCodesPage(readAt)
  }, [readAt])
  return (
    <>
      <PageHeading lead={i18n.t(GIVE_CODE_ONLY)}>{i18n.t('To collect')}</PageHeading>
      <CachedCopy readAt={readAt} />
      {failure && <ErrorState message={failure} reload={i18n.t('Your order is safe.')} />}
      <OutcomeNotice namesFault outcome={actionData} />
      {places.length > 0 && (
        <p className="mb-5">
          <Link to="/handover" className="text-link">
            {i18n.t('Hand over at {places}', { places: places.map(({ name }) => name).join(', ') })}
          </Link>
        </p>
      )}
      {codes.some(({ kind }) => kind === 'stockpile') && (
        <p className="mb-5">
          <Link to="/account/stockpile" className="inline-flex min-h-11 items-center text-link">
            {i18n.t('See what we keep for you and how long it is free')}
          </Link>
        </p>
      )}
      {codes.length === 0 && !failure && (
        <EmptyState
          title={i18n.t('Nothing to collect now')}
          action={<LinkButton to="/account/orders">{i18n.t('Your orders')}</LinkButton>}
        >
          {i18n.t('When your food is ready, you find its code here, and the place where you collect it.')}
        </EmptyState>
      )}
      <ul className="grid gap-8 xl:grid-cols-2">
        {codes.map((one) => (
          <li key={one.hand_over_id} className="min-w-0">
            <CodeCard one={one} now={readAt ?? ''} />
          </li>
        ))}
      </ul>
      {readAt && <script src={keepScript} defer />}
    </>
  )
}

type CodeCardData = CollectionCode & { qr: QrDrawing; nomineeQr: QrDrawing | null }

function CodeCard({ one, now }: { one: CodeCardData; now: string }) {
  const { i18n } = useLingui()
  const { hand_over_id: id, place, due_until: until, kind } = one
  const sending = useNavigation().formData?.get('hand_over_id') === id
  const dates = { status: 'ready', fulfilment: kind, shareDates: [], collectUntil: until, placeHasClosed: false }
  const late = orderLateness(dates, new Date(now))
  return (
    <section aria-labelledby={`code-${id} order-${id}`} className="rounded-card border border-grain bg-card p-4 sm:p-5">
      <h2 id={`code-${id}`} className="text-22">
        {kind === 'delivery' ? i18n.t('Brought to you') : place.name}
      </h2>
      <p className="text-soft">
        {kind === 'delivery' && i18n.t('From {shop}', { shop: one.shop_name })}
        {kind !== 'delivery' &&
          (place.name === one.shop_name
            ? place.address
            : i18n.t('{address}, from {shop}', { address: place.address, shop: one.shop_name }))}
      </p>
      {place.instructions && kind !== 'delivery' && <p className="mt-1">{place.instructions}</p>}
      {kind !== 'delivery' && place.opening_hours.length > 0 && (
        <p className="mt-1">{i18n.t('Open {hours}', { hours: hoursText(place.opening_hours) })}</p>
      )}
      {until && (
        <p className="mt-2 font-semibold">
          {late ? translate(i18n, late.text) : i18n.t('Collect by {time}', { time: moment(until) })}
        </p>
      )}
      <ul className="my-3 border-y border-grain py-2">
        {one.lines.map(({ name, unit, quantity }) => (
          <li key={name}>
            {countUnits(quantity, unit)}, {name}
          </li>
        ))}
      </ul>
      {/* The number is first, so that on a small phone it is visible without scrolling and can be read out. */}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p>
          <span className="block text-14 text-soft">
            <Trans
              id="Code for <order>order {number}</order>"
              components={{
                order: <Link id={`order-${id}`} to={`/account/orders/${one.order_id}`} className="text-link" />,
              }}
              values={{ number: one.order_no }}
            />
          </span>
          <strong className="block text-36 leading-tight tabular-nums">{spacedCode(one.code)}</strong>
        </p>
        <Qr qr={one.qr} label={i18n.t('QR code of order {number}', { number: one.order_no })} />
      </div>
      {one.nominee && one.nomineeQr && (
        <div className="mt-4 rounded-field bg-grain-wash p-3">
          <p className="mb-2">
            <Trans
              id="<name/> can collect this with their own code. Send it to nobody else."
              components={{ name: <strong>{one.nominee.name}</strong> }}
            />
          </p>
          <div className="flex flex-wrap items-center gap-4">
            <Qr qr={one.nomineeQr} label={i18n.t('QR code for {name}', { name: one.nominee.name })} />
            <strong className="text-28 tabular-nums">{spacedCode(one.nominee.code)}</strong>
          </div>
          <Form method="post" preventScrollReset className="mt-3">
            <input type="hidden" name="hand_over_id" value={id} />
            <Button name="intent" value="end" tone="plain" size="small" disabled={sending}>
              {i18n.t('Cancel this code')}
            </Button>
          </Form>
        </div>
      )}
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
              one.nominee
                ? i18n.t('The code of {name} then stops working.', { name: one.nominee.name })
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
    </section>
  )
}

function Qr({ qr, label }: { qr: QrDrawing; label: string }) {
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

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('To collect'), i18n.t('Your codes for the food that is ready.'))
}
