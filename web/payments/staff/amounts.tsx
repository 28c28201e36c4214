import { Form, useNavigation } from 'react-router'
import { parseNaira } from '#domain/money.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { Route } from './+types/amounts.ts'
import { type ListedAmount, listAmounts, listPlaceCash, type PlaceCash } from './amount-queries.ts'
import { actText, moneyText, reasonsText, statusText, usualRangeText } from './amount-texts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [amounts, cash] = await Promise.all([listAmounts(api), listPlaceCash(api)])
  return { ...amounts, cash: cash.rows, failure: amounts.failure ?? cash.failure, key: crypto.randomUUID() }
}

interface AmountFormResult {
  ok: boolean
  text: string
  /** Id of the submitted form's subject. */
  id: string
  errors: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
}

export async function action({ request, context }: Route.ActionArgs): Promise<AmountFormResult> {
  const form = await request.formData()
  const api = context.get(apiContext)
  const values = formValues(form)
  const key = values.key || undefined
  const fault = (text: string, errors: AmountFormResult['errors'] = {}) => ({
    ok: false,
    text,
    id: values.id,
    errors,
    values,
  })
  const fine = (text: string) => ({ ok: true, text, id: values.id, errors: {}, values: {} })
  if (values.intent === 'bank') {
    const amount = parseNaira(values.amount)
    if (amount === null || amount <= 0n)
      return fault('', { amount_kobo: 'The amount must be in naira, such as 12,500.' })
    const deposit = { pickup_point_id: values.id, amount_kobo: Number(amount), bank_entry: values.bank_entry }
    const banked = await api.command('record-bank-deposit', deposit, key)
    if (!banked.ok) return fault(banked.refusal.message, banked.refusal.errors)
    return fine(
      banked.value.is_waiting
        ? 'Entered. A colleague has to approve it.'
        : 'Booked. The amount the place owes is lower now.',
    )
  }
  const agree = values.intent === 'agree'
  const decided = await api.command('decide-amount', { amount_id: values.id, agree, note: values.note }, key)
  if (!decided.ok) return fault(decided.refusal.message, decided.refusal.errors)
  return fine(agree ? 'Approved and carried out.' : 'Rejected. No money has moved.')
}

function formValues(form: FormData) {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  return {
    intent: field('intent'),
    id: field('id'),
    key: field('key'),
    note: field('note'),
    amount: field('amount'),
    bank_entry: field('bank_entry'),
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = formValues(await request.clone().formData())
  return withOfflineFallback(serverAction as () => Promise<AmountFormResult>, () => ({
    ok: false,
    text: errorTexts.offline,
    id: values.id,
    errors: {},
    values,
  }))
}

export const shouldRevalidate = revalidateUnlessOffline

/** Amounts entered by colleagues that need a second person's approval, cash owed by places, and past decisions. */
export default function Amounts({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, decided, cash, failure, key } = loaderData
  const outcome: AmountFormResult | undefined = actionData
  return (
    <>
      <PageHeading lead="Amounts above a limit, or unusual for their goods, take two people. No money moves until the second person approves.">
        Amounts to approve
      </PageHeading>
      {outcome?.text && (
        <Notice tone={outcome.ok ? 'success' : 'error'} className="mb-5">
          {outcome.text}
        </Notice>
      )}
      {failure && <ErrorState message={failure} reload />}
      {!failure && waiting.length === 0 && (
        <EmptyState title="No amount is waiting.">Amounts that need a second approval appear here.</EmptyState>
      )}
      <ul className="mb-10 grid gap-4">
        {waiting.map((amount) => (
          <Amount
            key={amount.id}
            amount={amount}
            sendKey={key}
            outcome={outcome?.id === amount.id ? outcome : undefined}
          />
        ))}
      </ul>
      {cash.length > 0 && (
        <section aria-labelledby="cash" className="mb-10">
          <SectionHeading id="cash">Cash that places owe</SectionHeading>
          <ul className="grid gap-4">
            {cash.map((place) => (
              <Cash
                key={place.pickup_point_id}
                place={place}
                sendKey={key}
                outcome={outcome?.id === place.pickup_point_id ? outcome : undefined}
              />
            ))}
          </ul>
        </section>
      )}
      {decided.length > 0 && (
        <section aria-labelledby="decided">
          <SectionHeading id="decided">The last 30 days</SectionHeading>
          <ul className="grid gap-4">
            {decided.map((amount) => (
              <Amount key={amount.id} amount={amount} sendKey={key} outcome={undefined} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface AmountFormProps {
  /** Idempotency key, made by the server for this page. */
  sendKey: string
  outcome: AmountFormResult | undefined
}

function Amount({ amount, sendKey, outcome }: AmountFormProps & { amount: ListedAmount }) {
  const busy = useNavigation().formData?.get('id') === amount.id
  const { id, what, status, entered_name, entered_at, expires_at, reason, decided_name, note, may_decide, is_own } =
    amount
  const because = reasonsText(amount.second_because)
  const usual = usualRangeText(amount)
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="flex flex-wrap items-center gap-3">
        <strong className="text-22 tabular-nums">{kobo(amount.amount_kobo ?? 0)}</strong>
        <Badge tone={status === 'waiting' ? 'urgent' : 'plain'}>{statusText(status)}</Badge>
      </p>
      <p className="mt-1 break-words">
        {actText(amount.act)}. {what}
      </p>
      <p className="mt-1 text-14 break-words text-soft">
        {moneyText(amount)}
        {usual && `. ${usual}`}
        {because && `. Two people: ${because}`}
      </p>
      {reason && <p className="mt-1 break-words">{reason}</p>}
      <p className="mt-1 text-14 text-soft">
        Entered by {is_own ? 'you' : entered_name}, {datedMoment(entered_at ?? '')}
        {status === 'waiting' && `. Lapses ${datedMoment(expires_at ?? '')}`}
        {decided_name && `. ${statusText(status)} by ${decided_name}`}
        {note && `: ${note}`}
      </p>
      {status === 'waiting' && !may_decide && (
        <p className="mt-2 text-soft">
          {is_own
            ? 'A colleague with your role or a higher one decides.'
            : 'A person with the same role or a higher one, who has no part in it, decides.'}
        </p>
      )}
      {may_decide && (
        <Form method="post" noValidate className="mt-3 grid max-w-measure gap-3">
          <input type="hidden" name="id" value={id ?? ''} />
          <input type="hidden" name="key" value={`${sendKey}-${id}`} />
          <TextArea
            label="What you checked"
            name="note"
            rows={2}
            maxLength={300}
            required
            defaultValue={outcome?.values.note ?? ''}
            error={outcome?.errors.note}
          />
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="agree" busy={busy} busyLabel="Saving">
              Approve {kobo(amount.amount_kobo ?? 0)}
            </Button>
            <Button name="intent" value="refuse" tone="plain" busy={busy} busyLabel="Saving">
              Refuse
            </Button>
          </div>
        </Form>
      )}
    </li>
  )
}

function Cash({ place, sendKey, outcome }: AmountFormProps & { place: PlaceCash }) {
  const busy = useNavigation().formData?.get('id') === place.pickup_point_id
  const field = (name: string, fault: string) => ({
    name,
    defaultValue: outcome?.values[name] ?? '',
    error: outcome?.errors[fault],
  })
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="flex flex-wrap items-baseline gap-3">
        <strong className="text-22 tabular-nums">{kobo(place.owed_kobo ?? 0)}</strong>
        <span>
          {place.name}, {place.state}
        </span>
      </p>
      <Form method="post" noValidate className="mt-3 grid max-w-measure gap-3 sm:grid-cols-2">
        <input type="hidden" name="intent" value="bank" />
        <input type="hidden" name="id" value={place.pickup_point_id ?? ''} />
        <input type="hidden" name="key" value={`${sendKey}-${place.pickup_point_id}`} />
        <TextField
          label="Arrived in our bank"
          prefix="₦"
          inputMode="decimal"
          required
          {...field('amount', 'amount_kobo')}
        />
        <TextField
          label="Entry on the statement"
          maxLength={60}
          required
          {...field('bank_entry', 'bank_entry')}
          hint="Each entry counts once."
        />
        <div>
          <Button tone="plain" busy={busy} busyLabel="Saving">
            Book it
          </Button>
        </div>
      </Form>
    </li>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Amounts to approve', 'Amounts that need a second approval, and cash that places owe.')
