import type pg from 'pg'
import type { Join } from '#domain/group-buys/joining.ts'
import { freeLeavingUntil } from '#domain/group-buys/leaving.ts'
import { leastKobo } from '#domain/money.ts'
import { heldUntil } from '#domain/orders/pay-by.ts'
import { tellEach } from '../mails/queue-system-mail.ts'
import type { BuyFacts, JoinerFacts, JoinFacts } from './read-join-facts.ts'

interface JoinedOrder {
  userId: string
  buyId: string
  buy: BuyFacts
  person: JoinerFacts
  decision: Join
}

interface MailBatch {
  facts: Pick<JoinFacts, 'now' | 'beganAt'>
  siteUrl: string
}

/** Confirms all joins of a batch. Throws at once what `tellEach` throws. */
export function queueJoinedMails(
  tx: pg.PoolClient,
  joined: readonly JoinedOrder[],
  batch: MailBatch,
): Promise<unknown> {
  return tellEach(
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
      buyId: joined.buyId,
      product: buy.mail.product,
      unit: buy.mail.unit,
      quantity: decision.quantity,
      hasGrown: decision.kind === 'grown',
      // As on the pages: below the minimum, the price at the minimum.
      unitPriceKobo: leastKobo(decision.unitPriceKobo, decision.ceilingUnitPriceKobo),
      amountDueKobo: decision.amountDueKobo,
      payBy: paymentDeadline(joined, facts.beganAt),
      endDate: buy.facts.endDate,
      freeUntil: freeLeavingUntil(buy.facts.endDate),
      now: facts.now,
    },
  }
}

/** Null where a place that is held already grew: how long it is held does not change, and its order says until when. */
function paymentDeadline({ buy, person, decision }: JoinedOrder, beganAt: Date): Date | null {
  const { pending, unpaid } = person.joiner
  if (decision.kind === 'grown') return pending?.isHeld ? null : buy.mail.paymentDueAt
  const hold = unpaid && heldUntil({ paymentMode: buy.paymentMode, ...unpaid }, beganAt)
  return hold ?? buy.mail.paymentDueAt
}
