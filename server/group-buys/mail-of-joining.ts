import type pg from 'pg'
import type { Join } from '#domain/group-buys/joining.ts'
import { freeLeavingUntil } from '#domain/group-buys/leaving.ts'
import { leastKobo } from '#domain/money.ts'
import { heldUntil } from '#domain/orders/pay-by.ts'
import { queueSystemMail, tellEach } from '../mails/queue-system-mail.ts'
import type { JoinFacts } from './read-buy-for-join.ts'

interface Joined {
  buyId: string
  userId: string
  facts: Pick<JoinFacts, 'buy' | 'mail' | 'now' | 'beganAt' | 'joiner'>
  decision: Join
  siteUrl: string
}

/** Confirms a join. One insert, which travels with the order's own statements. */
export async function mailOfJoining(tx: pg.PoolClient, joined: Joined): Promise<void> {
  const told = tellingOf(joined)
  if (told) await queueSystemMail(tx, 'joined-buy', told)
}

/** Confirms all joins of a batch. Throws at once what `tellEach` throws. */
export function mailsOfJoining(tx: pg.PoolClient, joined: readonly Joined[]): Promise<unknown> {
  return tellEach(
    tx,
    'joined-buy',
    joined.map(tellingOf).filter((told) => told !== null),
  )
}

function tellingOf({ buyId, userId, facts, decision, siteUrl }: Joined) {
  const { buy, mail, now } = facts
  if (!buy || !mail) return null
  const { product, unit, to } = mail
  return {
    to,
    person: userId,
    siteUrl,
    facts: {
      buyId,
      product,
      unit,
      quantity: decision.quantity,
      hasGrown: decision.kind === 'grown',
      // As on the pages: below the minimum, the price at the minimum.
      unitPriceKobo: leastKobo(decision.unitPriceKobo, decision.ceilingUnitPriceKobo),
      amountDueKobo: decision.amountDueKobo,
      payBy: payByOf(facts, decision),
      endDate: buy.endDate,
      freeUntil: freeLeavingUntil(buy.endDate),
      now,
    },
  }
}

/** Null where a place that is held already grew: how long it is held does not change, and its order says until when. */
function payByOf({ mail, joiner, beganAt }: Joined['facts'], decision: Join): Date | null {
  if (!mail) return null
  const { pending, unpaid } = joiner
  if (decision.kind === 'grown') return pending?.isHeld ? null : mail.paymentDueAt
  const hold = unpaid && heldUntil({ paymentMode: mail.paymentMode, ...unpaid }, beganAt)
  return hold ?? mail.paymentDueAt
}
