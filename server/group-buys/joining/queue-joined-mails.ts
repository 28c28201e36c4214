import type pg from 'pg'
import type { Join } from '#domain/group-buys/participants/joining.ts'
import { freeLeavingUntil } from '#domain/group-buys/participants/leaving.ts'
import { minKobo } from '#domain/money.ts'
import { heldUntil } from '#domain/orders/pay-by.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import type { BuyFacts, JoinerFacts, JoinFacts } from './read-join-facts.ts'

interface JoinedOrder {
  userId: string
  orderId: string
  buy: BuyFacts
  person: JoinerFacts
  decision: Join
}

interface MailBatch {
  facts: Pick<JoinFacts, 'now' | 'beganAt'>
  siteUrl: string
}

/** Queues the confirmations of all joins of a batch, in a statement that is sent synchronously. */
export function queueJoinedMails(
  tx: pg.PoolClient,
  joined: readonly JoinedOrder[],
  batch: MailBatch,
): Promise<unknown> {
  return notifyEach(
    tx,
    'joined-buy',
    joined.map((one) => joinedMail(one, batch)),
  )
}

function joinedMail(joined: JoinedOrder, { facts, siteUrl }: MailBatch) {
  const { buy, decision, person } = joined
  return {
    to: person.email,
    person: joined.userId,
    siteUrl,
    facts: {
      orderId: joined.orderId,
      product: buy.mail.product,
      unit: buy.mail.unit,
      quantity: decision.quantity,
      hasGrown: decision.kind === 'grown',
      // As on the pages: below the minimum number of participants, the price at the minimum.
      unitPriceKobo: minKobo(decision.unitPriceKobo, decision.ceilingUnitPriceKobo),
      people: Math.max(decision.newParticipants, buy.facts.minParticipants),
      amountDueKobo: decision.amountDueKobo,
      payBy: paymentDeadline(joined, facts.beganAt),
      endDate: buy.facts.endDate,
      freeUntil: freeLeavingUntil(buy.facts.endDate),
      now: facts.now,
    },
  }
}

/** Null if a held order grew: its hold is not extended, and the order shows its end. */
function paymentDeadline({ buy, person, decision }: JoinedOrder, beganAt: Date): Date | null {
  const { pending, unpaid } = person.joiner
  if (decision.kind === 'grown') return pending?.isHeld ? null : buy.mail.paymentDueAt
  const hold = unpaid && heldUntil({ paymentMode: buy.paymentMode, ...unpaid }, beganAt)
  return hold ?? buy.mail.paymentDueAt
}
