import type { Api } from '#api/api.ts'
import type { UncollectedDecision } from '#domain/hand-overs/uncollected.ts'
import { parseNaira } from '#domain/money.ts'
import type { MoneyPlace } from '#domain/payments/typed-amounts.ts'
import { commandResult, type FormResult, reject, rejectCommand, type SubmittedForm } from '#web/forms/form.ts'

/** The buyer's contact, once requested. */
export interface DecisionResult extends FormResult {
  contact?: { phone: string | null; email: string | null }
}

export async function handleUncollectedForm(api: Api, { form, orderId }: { form: SubmittedForm; orderId: string }) {
  const { field, key } = form
  if (field('intent') === 'contact') {
    const done = await api.command('look-up-buyer', { order_id: orderId })
    if (!done.ok) return rejectCommand(form, done)
    return { ok: true, text: '', errors: {}, values: {}, contact: done.value } satisfies DecisionResult
  }
  if (field('intent') === 'call') {
    const call = { order_id: orderId, answered: field('answered') as 'yes' | 'no', note: field('note') }
    return commandResult(form, await api.command('log-call', call, key), 'The call is saved. The buyer can read it.')
  }
  const decision = field('decision') as UncollectedDecision
  const proceeds = decision === 'resale' ? parseNaira(field('proceeds')) : 0n
  if (proceeds === null) {
    return reject(form, { errors: { proceeds_kobo: 'The amount must be in naira, such as 1,234.50.' } })
  }
  const decided = await api.command(
    'decide-uncollected',
    {
      order_id: orderId,
      hand_over_id: field('hand_over_id'),
      decision,
      proceeds_kobo: Number(proceeds),
      reason: field('reason'),
      money_at: decision === 'resale' ? ((field('money_at') || null) as MoneyPlace | null) : null,
      bank_entry: decision === 'resale' ? field('bank_entry') || null : null,
    },
    key,
  )
  return commandResult(form, decided, ({ is_waiting: isWaiting }) =>
    isWaiting
      ? 'Entered. A colleague with your role or a higher one has to approve it first, in the list of amounts.'
      : 'Decided. The buyer has been told.',
  )
}
