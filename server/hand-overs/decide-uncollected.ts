import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { decisionFault, UNCOLLECTED_DECISIONS } from '#domain/hand-overs/uncollected.ts'
import { journal } from '#domain/payments/movements.ts'
import { resale } from '#domain/payments/resale.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Checked, checkAlso, checkFields, oneOf, text, uuid, wholeNumber } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { paidWith } from '../payments/paid-with.ts'
import { post } from '../payments/post.ts'
import { recordAct } from '../record-act.ts'
import { finishHandOver } from './finish-hand-over.ts'
import { lockUncollected, type UncollectedRow } from './read-uncollected.ts'
import { spendCode } from './try-code.ts'

/**
 * Staff end what they agreed with a buyer about goods that were not collected: sold for the buyer, given away, or spoiled. All that is
 * left goes this way in one hand-over, so that its vendor is paid as for any other.
 */
export const decideUncollected: Command<'decide-uncollected'> = {
  name: 'decide-uncollected',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['order_id', 'hand_over_id', 'decision', 'proceeds_kobo', 'reason'],
  check,
  async run({ input, caller, tx, shop }) {
    const personId = caller.userId ?? ''
    const found = await lockUncollected(tx, { orderId: input.order_id, personId })
    if (!found?.may_decide) return refuse('not_found')
    if (found.closed_at || !found.hand_over_id) return refuse('decided_already')
    if (found.hand_over_id !== input.hand_over_id)
      return refuse('conflict', {
        message: 'A part of it was collected meanwhile. Look at what is left, and decide again.',
      })
    if (found.has_open_claim) return refuse('claim_is_open')
    const fault = decisionFault(found, input.decision)
    if (fault) return fault
    const sale = input.decision === 'resale' ? await bookSale(tx, found, BigInt(input.proceeds_kobo)) : null
    // The decision first: it is what the hand-over stands on.
    await tx.query(
      `update public.uncollected set closed_at = clock_timestamp(), outcome = $2, hand_over_id = $3, decided_by = $4, reason = $5,
         proceeds_kobo = $6, handling_kobo = $7, back_kobo = $8, refund_id = $9 where order_id = $1`,
      [
        ...[input.order_id, input.decision, found.hand_over_id, personId, input.reason],
        ...[sale && input.proceeds_kobo, sale?.handlingKobo ?? null, sale?.backKobo ?? null, sale?.refundId ?? null],
      ],
    )
    const handOverId = found.hand_over_id
    const done = await finishHandOver(tx, { handOverId, proof: 'decision', handledBy: personId, note: input.reason })
    if (isRefusal(done)) return done
    await spendCode(tx, { handOverId, codeId: null })
    await queueSystemMail(tx, 'uncollected-decided', {
      ...{ to: found.email, person: found.user_id, siteUrl: shop.siteUrl },
      facts: {
        ...{ orderId: found.id, orderNo: found.order_no, what: found.what, decision: input.decision },
        ...{ reason: input.reason, proceedsKobo: BigInt(input.proceeds_kobo) },
        ...{ backKobo: sale?.backKobo ?? 0n, refundKobo: sale?.refundKobo ?? 0n },
      },
    })
    await recordAct(tx, {
      ...{ actorId: personId, action: `uncollected.${input.decision}`, subject: { type: 'order', id: found.id } },
      after: { order_no: found.order_no, reason: input.reason, proceeds_kobo: input.proceeds_kobo },
    })
    return { order_id: found.id, back_kobo: Number(sale?.backKobo ?? 0n) }
  },
}

function check(raw: Readonly<Record<string, unknown>>): Checked<CommandInput<'decide-uncollected'>> {
  const checked = checkFields<CommandInput<'decide-uncollected'>>(raw, {
    order_id: uuid('Order'),
    hand_over_id: uuid('Hand-over'),
    decision: oneOf({ label: 'decision', among: UNCOLLECTED_DECISIONS }),
    proceeds_kobo: wholeNumber({ label: 'Proceeds', least: 0, most: 99_999_999_999 }),
    reason: text({ label: 'Reason', least: 10, most: 300, lines: true }),
  })
  return checkAlso(checked, ({ decision, proceeds_kobo }) =>
    (decision === 'resale') === proceeds_kobo > 0
      ? {}
      : { proceeds_kobo: decision === 'resale' ? 'Say what the goods brought.' : 'Only a sale brings money.' },
  )
}

/** What came into the bank for the goods: the buyer's part goes back as every return, the handling is the market's. */
async function bookSale(tx: pg.PoolClient, found: UncollectedRow, proceedsKobo: bigint) {
  const refundId = crypto.randomUUID()
  const sale = resale(paidWith(found), {
    ...{ proceedsKobo, handlingBasisPoints: found.handling_bps, returnTo: found.return_to, refundId },
  })
  if (sale.refundKobo > 0n) {
    await tx.query(
      `insert into public.refunds (id, payment_id, order_id, amount_kobo, reason) values ($1, $2, $3, $4, 'resale')`,
      [refundId, found.payment_id, found.id, sale.refundKobo],
    )
  }
  await post(tx, journal(`resold:${found.hand_over_id}`, sale.lines))
  return { ...sale, refundId: sale.refundKobo > 0n ? refundId : null }
}
