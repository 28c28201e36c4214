import { Form, useNavigation } from 'react-router'
import { parseNaira } from '#domain/money.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/amounts.ts'
import { type ListedAmount, listAmounts, listPlaceCash, type PlaceCash } from './amount-queries.ts'
import { actText, moneyText, reasonsText, statusText, usualRangeText } from './amount-texts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [amounts, cash] = await Promise.all([listAmounts(api), listPlaceCash(api)])
  return { ...amounts, cash: cash.rows, failure: amounts.failure ?? cash.failure, key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field, key } = form
  const api = context.get(apiContext)
  if (field('intent') === 'bank') {
    const amount = parseNaira(field('amount'))
    if (amount === null || amount <= 0n) {
      return reject(form, { text: '', errors: { amount_kobo: 'The amount must be in naira, such as 12,500.' } })
    }
    const deposit = {
      pickup_point_id: field('id'),
      amount_kobo: Number(amount),
      bank_entry: field('bank_entry'),
    }
    return commandResult(form, await api.command('record-bank-deposit', deposit, key), ({ is_waiting: isWaiting }) =>
      isWaiting ? 'Entered. A colleague has to approve it.' : 'Booked. The amount the place owes is lower now.',
    )
  }
  const agree = field('intent') === 'agree'
  const decision = { amount_id: field('id'), agree, note: field('note') }
  const decided = await api.command('decide-amount', decision, key)
  return commandResult(form, decided, agree ? 'Approved and carried out.' : 'Rejected. No money has moved.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Amounts entered by colleagues that need a second person's approval, cash owed by places, and past decisions. */
export default function Amounts({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, decided, cash, failure, key } = loaderData
  return (
    <>
      <PageHeading lead="Amounts above a limit, or unusual for their goods, take two people. No money moves until the second person approves.">
        Amounts to approve
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
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
            result={actionData?.values.id === amount.id ? actionData : undefined}
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
                result={actionData?.values.id === place.pickup_point_id ? actionData : undefined}
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
              <Amount key={amount.id} amount={amount} sendKey={key} result={undefined} />
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
  result: FormResult | undefined
}

function Amount({ amount, sendKey, result }: AmountFormProps & { amount: ListedAmount }) {
  const { form, field } = useFormFields(result)
  const busy = useNavigation().formData?.get('id') === amount.id
  const { id, what, status, entered_name, entered_at, expires_at, reason, decided_name, note, may_decide, is_own } =
    amount
  const because = reasonsText(amount.approval_reasons)
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
        <Form ref={form} method="post" noValidate className="mt-3 grid max-w-measure gap-3">
          <input type="hidden" name="id" value={id ?? ''} />
          <input type="hidden" name="key" value={`${sendKey}-${id}`} />
          <TextArea label="What you checked" {...field('note')} rows={2} maxLength={300} required />
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

function Cash({ place, sendKey, result }: AmountFormProps & { place: PlaceCash }) {
  const busy = useNavigation().formData?.get('id') === place.pickup_point_id
  const { form, field, errors } = useFormFields(result)
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="flex flex-wrap items-baseline gap-3">
        <strong className="text-22 tabular-nums">{kobo(place.owed_kobo ?? 0)}</strong>
        <span>
          {place.name}, {place.state}
        </span>
      </p>
      <Form ref={form} method="post" noValidate className="mt-3 grid max-w-measure gap-3 sm:grid-cols-2">
        <input type="hidden" name="intent" value="bank" />
        <input type="hidden" name="id" value={place.pickup_point_id ?? ''} />
        <input type="hidden" name="key" value={`${sendKey}-${place.pickup_point_id}`} />
        <TextField
          label="Arrived in our bank"
          prefix="₦"
          inputMode="decimal"
          required
          {...field('amount')}
          error={errors.amount_kobo}
        />
        <TextField
          label="Entry on the statement"
          maxLength={60}
          required
          {...field('bank_entry')}
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
