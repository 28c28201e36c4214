import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import {
  type Checked,
  checkAlso,
  checkFields,
  oneOf,
  optional,
  text,
  uuid,
  wholeNumber,
} from '#domain/forms/validation.ts'
import { UNCOLLECTED_DECISIONS } from '#domain/hand-overs/uncollected.ts'
import { MONEY_PLACES } from '#domain/payments/typed-amounts.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { type EnteredAmount, enterAmount } from '#server/payments/enter-amount.ts'
import { closeUncollected, lockDecidable } from './close-uncollected.ts'

/**
 * Staff close uncollected goods as agreed with the buyer: sold for the buyer, given away, or spoiled. All remaining
 * goods are closed in one hand-over, so that the vendor is paid as for any other. The proceeds of a sale are an amount
 * that staff enter.
 */
export const decideUncollected: Command<'decide-uncollected'> = {
  name: 'decide-uncollected',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['order_id', 'hand_over_id', 'decision', 'proceeds_kobo', 'money_at', 'bank_entry', 'reason'],
  check,
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    const entered = input.decision === 'resale' ? await enterProceeds(tx, { input, personId }) : null
    if (isRefusal(entered)) return entered
    if (entered?.isWaiting) return { order_id: input.order_id, returned_kobo: 0, is_waiting: true }
    // recordAct() is called in close-uncollected.ts.
    const ended = await closeUncollected(tx, {
      input,
      personId,
      amountId: entered?.amountId ?? null,
      siteUrl: context.siteUrl,
    })
    if (isRefusal(ended)) return ended
    return { order_id: input.order_id, returned_kobo: Number(ended.returnedKobo), is_waiting: false }
  },
}

function check(raw: Readonly<Record<string, unknown>>): Checked<CommandInput<'decide-uncollected'>> {
  const checked = checkFields<CommandInput<'decide-uncollected'>>(raw, {
    order_id: uuid('Order'),
    hand_over_id: uuid('Hand-over'),
    decision: oneOf({ label: 'decision', among: UNCOLLECTED_DECISIONS }),
    proceeds_kobo: wholeNumber({ label: 'Proceeds', min: 0, max: 99_999_999_999 }),
    money_at: optional(oneOf({ label: 'place of the money', among: MONEY_PLACES })),
    bank_entry: optional(text({ label: 'Bank entry', min: 4, max: 60 })),
    reason: text({ label: 'Reason', min: 10, max: 300, lines: true }),
  })
  return checkAlso(checked, ({ decision, proceeds_kobo, money_at, bank_entry }): Record<string, string> => {
    if (decision !== 'resale') return proceeds_kobo > 0 ? { proceeds_kobo: 'Only a sale brings money.' } : {}
    if (proceeds_kobo === 0) return { proceeds_kobo: 'Say what the goods brought.' }
    if (money_at === null) return { money_at: 'Say where the money lies.' }
    if (money_at === 'bank' && bank_entry === null) return { bank_entry: 'Name the entry on the bank’s statement.' }
    return {}
  })
}

async function enterProceeds(
  tx: pg.PoolClient,
  { input, personId }: { input: CommandInput<'decide-uncollected'>; personId: string },
): Promise<EnteredAmount | Refusal> {
  const found = await lockDecidable(tx, { input, personId })
  if (isRefusal(found)) return found
  const isCash = input.money_at === 'place'
  if (isCash && !found.place_id) {
    const message = 'These goods are at no pickup point. Name the entry on the bank’s statement.'
    return refuse('invalid_input', { message, errors: { money_at: message } })
  }
  return enterAmount(tx, {
    act: 'resale',
    about: { subject: 'order', id: found.id },
    state: found.state,
    field: 'proceeds_kobo',
    what: `Order ${found.order_no}: ${found.what}`,
    amountKobo: BigInt(input.proceeds_kobo),
    by: personId,
    placeId: isCash ? found.place_id : null,
    bankEntry: isCash ? null : input.bank_entry,
    input,
  })
}
