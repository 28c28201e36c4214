import type { Api } from '#api/api.ts'
import type { CommandName, CommandResult } from '#api/commands.ts'
import type { UncollectedDecision } from '#domain/hand-overs/uncollected.ts'
import { parseNaira } from '#domain/money.ts'
import type { MoneyPlace } from '#domain/payments/typed-amounts.ts'

/** Result of a form on the page of an uncollected order. */
export interface DecisionResult {
  ok: boolean
  text: string
  errors: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
  /** The buyer's contact, once requested. */
  contact?: { phone: string | null; email: string | null }
}

export async function handleUncollectedForm(
  api: Api,
  { form, orderId }: { form: FormData; orderId: string },
): Promise<DecisionResult> {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const values = Object.fromEntries(
    ['intent', 'answered', 'note', 'decision', 'proceeds', 'money_at', 'bank_entry', 'reason'].map((name) => [
      name,
      field(name),
    ]),
  )
  const toResult = <Name extends CommandName>(done: CommandResult<Name>, text: string): DecisionResult =>
    done.ok
      ? { ok: true, text, errors: {}, values: {} }
      : { ok: false, text: done.refusal.message, errors: done.refusal.errors ?? {}, values }
  const key = field('key') || undefined
  if (field('intent') === 'contact') {
    const done = await api.command('look-up-buyer', { order_id: orderId })
    return done.ok ? { ok: true, text: '', errors: {}, values: {}, contact: done.value } : toResult(done, '')
  }
  if (field('intent') === 'call') {
    const call = { order_id: orderId, answered: field('answered') as 'yes' | 'no', note: field('note') }
    return toResult(await api.command('log-call', call, key), 'The call is saved. The buyer can read it.')
  }
  const decision = field('decision') as UncollectedDecision
  const proceeds = decision === 'resale' ? parseNaira(field('proceeds')) : 0n
  if (proceeds === null) {
    const errors = { proceeds_kobo: 'The amount must be in naira, such as 1,234.50.' }
    return { ok: false, text: '', errors, values }
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
  const isWaiting = decided.ok && decided.value.is_waiting
  return toResult(
    decided,
    isWaiting
      ? 'Entered. A colleague with your role or a higher one has to approve it first, in the list of amounts.'
      : 'Decided. The buyer has been told.',
  )
}
