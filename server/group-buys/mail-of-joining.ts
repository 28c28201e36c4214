import type pg from 'pg'
import type { Join } from '#domain/group-buys/joining.ts'
import { freeLeavingUntil } from '#domain/group-buys/leaving.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import type { JoinFacts } from './read-buy-for-join.ts'

interface Joined {
  buyId: string
  userId: string
  facts: JoinFacts
  decision: Join
  siteUrl: string
}

/** Confirms a join. One insert, which travels with the order's own statements. */
export async function mailOfJoining(
  tx: pg.PoolClient,
  { buyId, userId, facts, decision, siteUrl }: Joined,
): Promise<void> {
  const { buy, mail, now } = facts
  if (!buy || !mail) return
  const { product, unit, paymentDueAt, to } = mail
  await queueSystemMail(tx, 'joined-buy', {
    to,
    person: userId,
    siteUrl,
    facts: {
      buyId,
      product,
      unit,
      quantity: decision.quantity,
      hasGrown: decision.kind === 'grown',
      unitPriceKobo: decision.unitPriceKobo,
      amountDueKobo: decision.amountDueKobo,
      paymentDueAt,
      endDate: buy.endDate,
      freeUntil: freeLeavingUntil(buy.endDate),
      now,
    },
  })
}
