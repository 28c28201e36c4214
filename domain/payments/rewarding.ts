// Referral rewards and their reversal (specification 9; money.md 2; design.md 7).
import { minKobo } from '#domain/money.ts'
import { type Journal, journal } from './movements.ts'

interface Reward {
  orderId: string
  referrerId: string
  amountKobo: bigint
  /** The referrer's debt from rewards that were spent before their orders were refunded. */
  owedKobo: bigint
}

/** Credits the referrer's reward for a settled order; an existing debt is offset at once. */
export function rewardJournal({ orderId, referrerId, amountKobo, owedKobo }: Reward): Journal {
  return journal(`reward:${orderId}`, [
    { kind: 'referral_reward', creditOwner: referrerId, amountKobo },
    {
      kind: 'reward_paid_off',
      debitOwner: referrerId,
      creditOwner: referrerId,
      amountKobo: minKobo(amountKobo, owedKobo),
    },
  ])
}

interface RewardReversal {
  /** The refund that causes the reversal. */
  refundId: string
  referrerId: string
  amountKobo: bigint
  /** The referrer's spendable PEPS: balances never become negative. */
  balanceKobo: bigint
}

export function takeBackJournal({ refundId, referrerId, amountKobo, balanceKobo }: RewardReversal): Journal {
  const now = minKobo(amountKobo, balanceKobo)
  return journal(`reward-reversal:${refundId}`, [
    { kind: 'reward_taken_back', debitOwner: referrerId, amountKobo: now },
    { kind: 'reward_owed_back', debitOwner: referrerId, amountKobo: amountKobo - now },
  ])
}

interface RewardShare {
  /** The reward of the whole order and its goods. */
  rewardKobo: bigint
  goodsKobo: bigint
  givenBackBeforeKobo: bigint
  givenBackAfterKobo: bigint
}

/** Part of a reward to take back for refunded goods. Cumulative, so that the steps add up to the whole reward. */
export function rewardBackKobo({
  rewardKobo,
  goodsKobo,
  givenBackBeforeKobo,
  givenBackAfterKobo,
}: RewardShare): bigint {
  const share = (kobo: bigint) => (rewardKobo * kobo) / goodsKobo
  return share(givenBackAfterKobo) - share(givenBackBeforeKobo)
}
