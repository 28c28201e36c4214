import { useEffect } from 'react'
import { data, Form, Link, useNavigation } from 'react-router'
import type { CodeToShow } from '#api/hand-over-commands.ts'
import { scanAddress, spacedCode } from '#domain/hand-overs/code-text.ts'
import { hoursText } from '#domain/places/opening-hours.ts'
import { countUnits } from '#domain/products/units.ts'
import { type QrDrawing, qrPath } from '#domain/qr-path.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { GIVE_CODE_ONLY } from '#domain/texts/hand-over-mails.ts'
import { apiContext, siteContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import keepScript from '../keep-codes.js?url&no-inline'
import { keepThisPage } from '../kept-codes.ts'
import type { Route } from './+types/codes.ts'
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

interface Outcome {
  text: string
  ok: boolean
}

export async function action({ request, context }: Route.ActionArgs): Promise<Outcome> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const hand_over_id = String(form.get('hand_over_id') ?? '')
  const intent = form.get('intent')
  if (intent === 'renew') {
    const done = await api.command('renew-code', { hand_over_id })
    return done.ok ? { ok: true, text: 'Here is your new code. The old one has ended.' } : told(done.refusal.message)
  }
  const name = intent === 'send' ? String(form.get('name') ?? '') : null
  const done = await api.command('name-nominee', { hand_over_id, name })
  if (!done.ok) return told(done.refusal.message)
  return { ok: true, text: name ? `${name.trim()} has a code now. Send it to them.` : 'That code has ended.' }
}

const told = (text: string): Outcome => ({ ok: false, text })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction as () => Promise<Outcome>, () => told(errorTexts.offline))

export const shouldRevalidate = keepWhenOffline

/** Everything that the viewer has to collect, with its codes. Once seen, it can be read without a network. */
export default function Codes({ loaderData, actionData }: Route.ComponentProps) {
  const { codes, places, readAt, failure } = loaderData
  useEffect(() => {
    if (readAt) keepThisPage(readAt)
  }, [readAt])
  return (
    <>
      <PageHeading lead={GIVE_CODE_ONLY}>To collect</PageHeading>
      {/* The worker that keeps this page shows it in a copy, and writes how old it is. */}
      <p
        id="kept-copy"
        hidden
        data-read-at={readAt ?? ''}
        className="mb-5 rounded-field border border-oil bg-oil-wash p-3"
      />
      {failure && <ErrorState message={failure} reload="Your order is safe." />}
      {actionData && (
        <Notice tone={actionData.ok ? 'success' : 'error'} className="mb-5">
          {actionData.text}
        </Notice>
      )}
      {places.length > 0 && (
        <p className="mb-5">
          <Link to="/handover" className="text-link">
            Hand over at {places.map(({ name }) => name).join(', ')}
          </Link>
        </p>
      )}
      {codes.some(({ kind }) => kind === 'stockpile') && (
        <p className="mb-5">
          <Link to="/account/stockpile" className="inline-flex min-h-11 items-center text-link">
            What we keep for you, and until when it is free
          </Link>
        </p>
      )}
      {codes.length === 0 && !failure && (
        <EmptyState title="Nothing to collect now" action={<LinkButton to="/account/orders">Your orders</LinkButton>}>
          When your food is ready, its code and place are here.
        </EmptyState>
      )}
      <ul className="grid gap-8 xl:grid-cols-2">
        {codes.map((one) => (
          <li key={one.hand_over_id} className="min-w-0">
            <CodeCard one={one} />
          </li>
        ))}
      </ul>
      {readAt && <script src={keepScript} defer />}
    </>
  )
}

type Shown = CodeToShow & { qr: QrDrawing; nomineeQr: QrDrawing | null }

function CodeCard({ one }: { one: Shown }) {
  const { hand_over_id: id, place, due_until: until, kind } = one
  const sending = useNavigation().formData?.get('hand_over_id') === id
  return (
    <section aria-labelledby={`code-${id} order-${id}`} className="rounded-card border border-grain bg-card p-4 sm:p-5">
      <h2 id={`code-${id}`} className="text-22">
        {kind === 'delivery' ? 'Brought to you' : place.name}
      </h2>
      <p className="text-soft">
        {kind === 'delivery' ? `From ${one.shop_name}` : place.address}
        {kind !== 'delivery' && place.name !== one.shop_name && <>, from {one.shop_name}</>}
      </p>
      {place.instructions && kind !== 'delivery' && <p className="mt-1">{place.instructions}</p>}
      {kind !== 'delivery' && place.opening_hours.length > 0 && (
        <p className="mt-1">Open {hoursText(place.opening_hours)}</p>
      )}
      {until && <p className="mt-2 font-semibold">Collect by {moment(until)}</p>}
      <ul className="my-3 border-y border-grain py-2">
        {one.lines.map(({ name, unit, quantity }) => (
          <li key={name}>
            {countUnits(quantity, unit)}, {name}
          </li>
        ))}
      </ul>
      {/* The number first: on a small phone it is there without scrolling, and can be read out. */}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p>
          <span className="block text-14 text-soft">
            Code for{' '}
            <Link id={`order-${id}`} to={`/account/orders/${one.order_id}`} className="text-link">
              order {one.order_no}
            </Link>
          </span>
          <strong className="block text-36 leading-tight tabular-nums">{spacedCode(one.code)}</strong>
        </p>
        <Qr qr={one.qr} label={`QR code of order ${one.order_no}`} />
      </div>
      {one.nominee && one.nomineeQr && (
        <div className="mt-4 rounded-field bg-grain-wash p-3">
          <p className="mb-2">
            <strong>{one.nominee.name}</strong> may collect this with a code of their own. Send it to them alone.
          </p>
          <div className="flex flex-wrap items-center gap-4">
            <Qr qr={one.nomineeQr} label={`QR code for ${one.nominee.name}`} />
            <strong className="text-28 tabular-nums">{spacedCode(one.nominee.code)}</strong>
          </div>
          <Form method="post" preventScrollReset className="mt-3">
            <input type="hidden" name="hand_over_id" value={id} />
            <Button name="intent" value="end" tone="plain" size="small" disabled={sending}>
              End this code
            </Button>
          </Form>
        </div>
      )}
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-adire underline underline-offset-4">
          Send somebody else, or change the code
        </summary>
        <Form method="post" preventScrollReset className="mt-2 grid gap-3">
          <input type="hidden" name="hand_over_id" value={id} />
          <TextField
            label="Who collects it"
            name="name"
            maxLength={80}
            required
            hint={
              one.nominee
                ? `Ends the code of ${one.nominee.name}.`
                : 'They get a code of their own. It names them at the counter.'
            }
          />
          <div>
            <Button name="intent" value="send" tone="plain" busy={sending} busyLabel="Making a code">
              Make a code for them
            </Button>
          </div>
        </Form>
        <Form method="post" preventScrollReset className="mt-4">
          <input type="hidden" name="hand_over_id" value={id} />
          <p className="mb-2">Has somebody seen your code? A new one ends it.</p>
          <Button name="intent" value="renew" tone="plain" disabled={sending}>
            New code
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

export const meta: Route.MetaFunction = () => titled('To collect', 'Your codes for the food that is ready.')
