import { text, uuidText } from '#domain/forms/validation.ts'
import { quantityRequestFault } from '#domain/quantity-requests/quantity-request.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { lockRequestedBuy } from './read-requested-buy.ts'

const readNote = text({ label: /*i18n*/ 'Note', min: 0, max: 300, lines: true })

/** Asks the shop for more of a buy than one person may take. Asking again changes what is asked. */
export const requestQuantity: Command<'request-quantity'> = {
  name: 'request-quantity',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, windowSeconds: 3600 },
  fields: ['group_buy_id', 'quantity', 'note'],
  // The rule refuses malformed quantities with its own texts.
  check(raw) {
    const note = readNote(raw.note ?? '')
    if ('error' in note) return { ok: false, errors: { note: note.error } }
    return {
      ok: true,
      value: {
        group_buy_id: uuidText(raw.group_buy_id) || NO_BUY_ID,
        quantity: typeof raw.quantity === 'number' ? raw.quantity : Number.NaN,
        note: note.value,
      },
    }
  },
  async run({ input, caller, tx, context }) {
    const { group_buy_id: buyId, quantity } = input
    const personId = caller.userId ?? ''
    const buy = await lockRequestedBuy(tx, { buyId, personId })
    const fault = quantityRequestFault(buy, quantity, buy?.now ?? new Date(0))
    if (fault || !buy) return fault ?? refuse('buy_not_found')
    if (buy.servesShop) return refuse('own_shop')
    if (!buy.isConfirmed) return refuse('contact_not_confirmed')
    const { rows } = await tx.query<{ id: string; person: string }>(
      `insert into public.quantity_requests (group_buy_id, person_id, quantity, note) values ($1, $2, $3, $4)
       on conflict (group_buy_id, person_id) where status = 'open' do update set quantity = excluded.quantity, note = excluded.note
       returning id, rights.ordering_name($2) as person`,
      [buyId, personId, quantity, input.note],
    )
    const [request] = rows
    if (!request) throw new Error('The request was written')
    await queueSystemMail(tx, 'quantity-requested', {
      to: buy.ownerEmail,
      person: buy.ownerId,
      facts: { buyId, product: buy.product, unit: buy.unit, quantity, person: request.person },
      siteUrl: context.siteUrl,
    })
    return { quantity_request_id: request.id }
  },
}

/** The nil UUID, which no buy has. */
const NO_BUY_ID = '00000000-0000-0000-0000-000000000000'
