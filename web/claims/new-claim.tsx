import { Trans, useLingui } from '@lingui/react'
import { useState } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { preferredOutcomeTexts, reasonTexts } from '#domain/claims/claim-texts.ts'
import {
  CLAIM_REASONS,
  type ClaimReason,
  PREFERRED_OUTCOMES,
  type PreferredOutcome,
  REASONS_WITHOUT_HAND_OVER,
  waitingText,
} from '#domain/claims/claiming.ts'
import { parseNaira } from '#domain/money.ts'
import { countUnits, isDivisible } from '#domain/products/units.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { type FormResult, keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/controls/field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/new-claim.ts'
import { ClaimSumText, formTexts, type OrderToClaim, parseQuantity } from './claim-sum-text.tsx'
import { EvidenceField } from './parts.tsx'
import { type ClaimableRow, readClaimable } from './queries.ts'
import { uploadEvidence } from './upload-evidence.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const now = new Date().toISOString()
  const orderId = url.searchParams.get('order') ?? ''
  const found = await readClaimable(context.get(apiContext), orderId, now)
  if (found.orderNo === null && !found.failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  const groups = [...new Set(found.lines.map(({ hand_over_id }) => hand_over_id ?? ''))]
  const requestedGoods = url.searchParams.get('goods')
  const goods = groups.find((group) => group === requestedGoods) ?? groups[0] ?? ''
  return { ...found, orderId, groups, goods, now, key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const i18n = context.get(i18nContext)
  const form = await readForm(request)
  const { field, key } = form
  // Without scripts: shows the sum before the claim is sent.
  if (field('intent') === 'sum') return { ok: true, text: SUM_SHOWN, errors: {}, values: form.values }
  const typed = field('amount')
  const requestedKobo = typed === '' ? null : parseNaira(typed)
  if (typed !== '' && !requestedKobo) {
    const text = i18n.t('The amount must be in naira, such as 1,234.50, and above zero.')
    return reject(form, { errors: { requested_kobo: text } })
  }
  const upload = await uploadEvidence(api, form.data, { userId: userId ?? '', key: field('key'), i18n })
  if (upload.fault) return reject(form, { errors: { evidence: upload.fault } })
  const lines = Object.entries(form.values).flatMap(([name, value]) => {
    const quantity = parseQuantity(value)
    return name.startsWith('line-') && quantity !== 0 ? [{ line_id: name.slice(5), quantity }] : []
  })
  const done = await api.command(
    'open-claim',
    {
      order_id: field('order_id'),
      hand_over_id: field('goods') || null,
      lines,
      text: field('text'),
      reason: field('reason') as ClaimReason,
      preferred_outcome: field('preferred_outcome') as PreferredOutcome,
      evidence: upload.names,
      requested_kobo: requestedKobo === null ? null : Number(requestedKobo),
    },
    key,
  )
  if (done.ok) return redirect(`/account/claims/${done.value.claim_id}?made=1`)
  await upload.removeFiles()
  return rejectCommand(form, done)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The form for a claim: the reason, the affected units, and a picture. */
export default function NewClaim({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, orderNo, order, lines, waiting, groups, goods, claims, failure, key, now } = loaderData
  const { i18n } = useLingui()
  if (orderNo === null || order === null)
    return <ErrorState message={translate(i18n, failure ?? '')} reload={i18n.t('Your order is safe.')} />
  const own = lines.filter(({ hand_over_id }) => (hand_over_id ?? '') === goods)
  return (
    <>
      <PageHeading
        lead={
          <Link to={`/account/orders/${orderId}`} className="text-link">
            {i18n.t('Order {number}', { number: orderNo })}
          </Link>
        }
      >
        {i18n.t('Something is wrong')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {claims.map(({ id, claim_no }) => (
        <p key={id} className="mb-3">
          <Link to={`/account/claims/${id}`} className="text-link">
            {i18n.t('Claim {number} of this order', { number: claim_no })}
          </Link>
        </p>
      ))}
      {waiting.map(({ line_id, product_name, waits_at, waits_until }) => (
        <Notice key={line_id} tone="info" className="mb-5">
          {product_name}:{' '}
          {translate(i18n, waitingText(waits_at ?? '', waits_until ? new Date(waits_until) : null, new Date(now)))}
        </Notice>
      ))}
      {own.length === 0 ? (
        <EmptyState title={i18n.t('Nothing of this order can be claimed now.')}>
          {i18n.t(
            'Vegetables, fruits, meat and seafood can be claimed for 12 hours after hand-over, everything else for 72 hours, and what never came for 7 days from the day it was due.',
          )}
        </EmptyState>
      ) : (
        <>
          {groups.length > 1 && <Groups groups={groups} goods={goods} lines={lines} orderId={orderId} />}
          <ClaimForm
            key={goods}
            orderId={orderId}
            order={order}
            goods={goods}
            lines={own}
            sendKey={key}
            result={actionData}
          />
        </>
      )}
    </>
  )
}

const SUM_SHOWN = /*i18n*/ 'Below you see what comes back. The claim is not sent yet.'
const UNITS_HINT = /*i18n*/ 'Of {units}, together {naira}. 0 if nothing is wrong with them.'
const PART_HINT =
  /*i18n*/ 'Of {units}, together {naira}. A part is fine: 0.5 is half of one. 0 if nothing is wrong with them.'

interface GroupsProps {
  groups: readonly string[]
  goods: string
  lines: readonly ClaimableRow[]
  orderId: string
}

function Groups({ groups, goods, lines, orderId }: GroupsProps) {
  const { i18n } = useLingui()
  return (
    <nav aria-label={i18n.t('Which goods')} className="mb-5 flex flex-wrap gap-3">
      {groups.map((group) => {
        const first = lines.find(({ hand_over_id }) => (hand_over_id ?? '') === group)
        const when = moment(first?.opens_at ?? '')
        const label = group === '' ? i18n.t('Never came') : i18n.t('Handed over {moment}', { moment: when })
        return (
          <Link
            key={group}
            to={`/account/claims/new?order=${orderId}&goods=${group}`}
            aria-current={group === goods ? 'page' : undefined}
            className="text-link inline-flex min-h-11 items-center aria-[current]:font-bold"
          >
            {label}
          </Link>
        )
      })}
    </nav>
  )
}

interface ClaimFormFieldsProps {
  orderId: string
  order: OrderToClaim
  goods: string
  lines: readonly ClaimableRow[]
  sendKey: string
  result: FormResult | undefined
}

function ClaimForm({ orderId, order, goods, lines, sendKey, result }: ClaimFormFieldsProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().state === 'submitting'
  const { form, field, errors } = useFormFields(result)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(result?.values ?? {})
  const isHydrated = useHydrated()
  const closes = lines.map(({ closes_at }) => closes_at).sort()[0] ?? ''
  const reasons = CLAIM_REASONS.filter((reason) => REASONS_WITHOUT_HAND_OVER.includes(reason) === (goods === ''))
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      onChange={({ currentTarget }) => setTyped(formTexts(currentTarget))}
      className="grid max-w-[560px] gap-5"
    >
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="order_id" value={orderId} />
      <input type="hidden" name="goods" value={goods} />
      <p>
        <Trans
          id="You have until <strong>{moment}</strong>. The vendor has 2 business days to answer. If they do not, your claim is upheld."
          values={{ moment: moment(closes) }}
          components={{ strong: <strong /> }}
        />
      </p>
      <SelectField
        label={i18n.t('What is wrong')}
        {...field('reason')}
        required
        options={[
          { value: '', label: i18n.t('Please choose') },
          ...reasons.map((reason) => ({ value: reason, label: i18n.t(reasonTexts[reason]) })),
        ]}
      />
      <fieldset className="grid gap-3">
        <legend className="field-label">{i18n.t('Which goods')}</legend>
        {lines.map(({ line_id, product_name, unit, quantity, worth_kobo }) => (
          <TextField
            key={line_id}
            label={`${product_name}, ${unit}`}
            hint={i18n.t(isDivisible(unit) ? PART_HINT : UNITS_HINT, {
              units: countUnits(quantity, unit),
              naira: kobo(worth_kobo),
            })}
            {...field(`line-${line_id}`, lines.length === 1 ? quantity : 0)}
            inputMode={isDivisible(unit) ? 'decimal' : 'numeric'}
          />
        ))}
        <FieldError error={errors.lines} />
      </fieldset>
      <SelectField
        label={i18n.t('What you want')}
        {...field('preferred_outcome', 'refund')}
        required
        options={PREFERRED_OUTCOMES.map((outcome) => ({
          value: outcome,
          label: i18n.t(preferredOutcomeTexts[outcome]),
        }))}
      />
      <TextField
        label={i18n.t('Amount to get back')}
        {...field('amount')}
        error={errors.requested_kobo}
        prefix="₦"
        inputMode="decimal"
        required={false}
        hint={i18n.t('Leave it empty for all that these goods cost. Their part of the fee comes on top.')}
      />
      <ClaimSumText order={order} lines={lines} typed={typed} />
      {!isHydrated && (
        <div>
          <Button name="intent" value="sum" tone="plain">
            {i18n.t('Work out what comes back')}
          </Button>
        </div>
      )}
      <TextArea label={i18n.t('What happened')} {...field('text')} rows={4} required maxLength={2000} />
      <EvidenceField error={translate(i18n, errors.evidence ?? '')} />
      <div>
        <Button busy={busy} busyLabel={i18n.t('Sending')}>
          {i18n.t('Make the claim')}
        </Button>
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Something is wrong'), i18n.t('Make a claim about goods of an order.'))
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: /*i18n*/ 'It may belong to another account, or the address is mistyped.',
  back: /*i18n*/ 'Your orders',
  to: '/account/orders',
})
